import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Timestamp } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import type { RequestFailure } from './request-failure.entity.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';

/** The period of a list of refused requests. */
export class FailuresFilterQuery {
  @Timestamp({ optional: true, api: { description: 'Refused at this time or later' } })
  from?: Date;

  @Timestamp({ optional: true, api: { description: 'Refused before this time' } })
  to?: Date;
}

/** Query: refused requests as a file. */
export class FailuresFileQuery extends IntersectionType(FailuresFilterQuery, TableFileQuery) {}

/** Query parameters of the list of refused requests. */
export class RequestFailuresQuery extends IntersectionType(PageQuery, FailuresFilterQuery) {}

export class FailedFieldDto {
  @ApiProperty({ example: 'items.0.quantity' })
  field: string;

  @ApiProperty({ example: 'out_of_range' })
  code: string;
}

export class RequestFailureDto {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `X-Request-Id` of the response; null: several requests, see `count`',
  })
  request_id: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  token_id: number | null;

  @ApiProperty({ example: 'POST' })
  method: string;

  @ApiProperty({ example: '/api/orders' })
  route: string;

  @ApiProperty({ type: 'integer', example: 422 })
  status: number;

  @ApiProperty({ example: 'insufficient_stock' })
  code: string;

  @ApiProperty({ type: [FailedFieldDto], description: 'The first 20, without their values' })
  fields: FailedFieldDto[];

  @ApiProperty({ type: String, nullable: true, example: 'SHOP-1001' })
  store_order_id: string | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Number of requests in this entry: 1, or all with this route and code after the first 100 refusals of a minute',
  })
  count: number;
}

export function toRequestFailure(failure: RequestFailure): RequestFailureDto {
  return {
    at: failure.at.toISOString(),
    request_id: failure.requestId,
    token_id: failure.tokenId,
    method: failure.method,
    route: failure.route,
    status: failure.status,
    code: failure.code,
    fields: failure.fields.map(({ field, code }) => ({ field, code })),
    store_order_id: failure.storeOrderId,
    count: failure.count,
  };
}
