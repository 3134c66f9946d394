import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { RequestIdQuery } from '../failures/request-failures.dto.js';
import type { ListedRequest } from './recent-requests.repository.js';

/** Query parameters of the list of answered requests. */
export class RecentRequestsQuery extends IntersectionType(PageQuery, RequestIdQuery) {}

export class RecentRequestDto {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'The `X-Request-Id` of the response' })
  request_id: string;

  @ApiProperty({ type: 'integer' })
  token_id: number;

  @ApiProperty({ example: 'GET' })
  method: string;

  @ApiProperty({ example: '/api/orders/:order_number' })
  route: string;

  @ApiProperty({ type: 'integer', example: 200 })
  status: number;

  @ApiProperty({ type: 'integer', description: 'Milliseconds until the answer was sent' })
  ms: number;
}

export function toRecentRequest(request: ListedRequest): RecentRequestDto {
  const { at, requestId, tokenId, method, route, status, ms } = request;
  return {
    ...{ at: at.toISOString(), request_id: requestId, token_id: tokenId },
    ...{ method, route, status, ms },
  };
}
