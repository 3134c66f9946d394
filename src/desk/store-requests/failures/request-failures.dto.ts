import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Text, Timestamp } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import type { FailureFilter, ListedFailure } from './request-failures.repository.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

/** The period of a list of refused requests. */
export class FailuresFilterQuery {
  @Timestamp({ optional: true, api: { description: 'Refused at this time or later' } })
  from?: Date;

  @Timestamp({ optional: true, api: { description: 'Refused before this time' } })
  to?: Date;
}

/** Query for one request by its id. */
export class RequestIdQuery {
  @Text({ max: 64, optional: true, api: { description: 'The `X-Request-Id` of a response' } })
  request_id?: string;
}

/** Query: refused requests as a file. */
export class FailuresFileQuery extends IntersectionType(FailuresFilterQuery, TableFileQuery) {}

/** Query parameters of the list of refused requests. */
export class RequestFailuresQuery extends IntersectionType(
  PageQuery,
  FailuresFilterQuery,
  RequestIdQuery,
) {}

export class FailedFieldDto {
  @ApiProperty({ example: 'items.0.quantity' })
  field: string;

  @ApiProperty({ example: 'out_of_range' })
  code: string;
}

/** The domains of a request that named another domain than that of its token. */
export class FailedDomainDto {
  @OrNull(String, 'null: what was sent is no domain')
  sent: string | null;

  @ApiProperty({ description: 'The domain of the token now' })
  registered: string;

  @ApiProperty({ description: 'The last four characters of the token' })
  token_last4: string;
}

export class RequestFailureDto {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @OrNull(String, 'The `X-Request-Id` of the response; null: several requests, see `count`')
  request_id: string | null;

  @OrNull('integer')
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

  @OrNull(FailedDomainDto, 'Of `domain_mismatch`: the domain that was sent, and that of the token')
  domain: FailedDomainDto | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Number of requests in this entry: 1, or all with this route and code after the first 100 refusals of a minute',
  })
  count: number;
}

export function toFailureFilter({
  from,
  to,
  request_id: requestId,
}: RequestFailuresQuery): FailureFilter {
  return { from, to, requestId };
}

export function toRequestFailure(failure: ListedFailure): RequestFailureDto {
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
    domain: domainOf(failure),
    count: failure.count,
  };
}

function domainOf({
  sentDomain,
  registeredDomain,
  tokenLast4,
}: ListedFailure): FailedDomainDto | null {
  if (registeredDomain === null || tokenLast4 === null) return null;
  return { sent: sentDomain, registered: registeredDomain, token_last4: tokenLast4 };
}
