import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { RequestFailure } from '../../../auth/request-failures/request-failure.entity.js';
import { Timestamp } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';

/** Of which time. */
export class FailuresFilterQuery {
  @Timestamp({ optional: true, api: { description: 'Refused at this time or later' } })
  from?: Date;

  @Timestamp({ optional: true, api: { description: 'Refused before this time' } })
  to?: Date;
}

export class FailuresQuery extends IntersectionType(PageQuery, FailuresFilterQuery) {}

export class FailureFieldDto {
  @ApiProperty({ example: 'items.0.quantity' })
  field: string;

  @ApiProperty({ example: 'out_of_range' })
  code: string;
}

export class FailureDto {
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

  @ApiProperty({ type: [FailureFieldDto], description: 'The first 20, without their values' })
  fields: FailureFieldDto[];

  @ApiProperty({ type: String, nullable: true, example: 'SHOP-1001' })
  store_order_id: string | null;

  @ApiProperty({ type: 'integer', description: 'How many requests the entry stands for' })
  count: number;
}

export function toFailure(failure: RequestFailure): FailureDto {
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
