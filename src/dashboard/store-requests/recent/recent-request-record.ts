import { IntersectionType } from '@nestjs/swagger';
import {
  responseDto,
  integer,
  text,
  time,
} from '../../../platform/http/response-dto/response-dto.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { RequestIdQuery } from '../failures/request-failures.dto.js';
import type { ListedRequest } from './recent-requests.repository.js';

export class RecentRequestsQuery extends IntersectionType(PageQuery, RequestIdQuery) {}

export class RecentRequestDto extends responseDto<ListedRequest>()({
  at: time(),
  request_id: text('The `X-Request-Id` of the response'),
  token_id: integer(),
  method: text({ example: 'GET' }),
  route: text({ example: '/api/orders/:order_number' }),
  status: integer({ example: 200 }),
  ms: integer('Milliseconds until the answer was sent'),
}) {}
