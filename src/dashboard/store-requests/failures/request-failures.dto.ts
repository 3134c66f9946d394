import { IntersectionType } from '@nestjs/swagger';
import { Text, Timestamp } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import type { FailedField } from './request-failure.entity.js';
import type { ListedFailure } from './request-failures.repository.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';
import {
  responseDto,
  columns,
  integer,
  part,
  parts,
  text,
  time,
} from '../../../platform/http/response-dto/response-dto.js';

/** The period of a list of refused requests. */
export class FailuresFilterQuery {
  @Timestamp({ optional: true, api: { description: 'Refused at this time or later' } })
  from?: Date;

  @Timestamp({ optional: true, api: { description: 'Refused before this time' } })
  to?: Date;
}

export class RequestIdQuery {
  @Text({ max: 64, optional: true, api: { description: 'The `X-Request-Id` of a response' } })
  request_id?: string;
}

export class FailuresFileQuery extends IntersectionType(FailuresFilterQuery, TableFileQuery) {}

/** Query parameters of the list of refused requests. */
export class RequestFailuresQuery extends IntersectionType(
  PageQuery,
  FailuresFilterQuery,
  RequestIdQuery,
) {}

export class FailedFieldDto extends responseDto<FailedField>()({
  field: text({ example: 'items.0.quantity' }),
  code: text({ example: 'out_of_range' }),
}) {}

/** The sent domain of a request, and that of its token. */
export class FailedDomainDto extends responseDto<{
  sentDomain: string | null;
  registeredDomain: string;
  tokenLast4: string;
}>()({
  sent: [text('null: what was sent is no domain').orNull(), 'sentDomain'],
  registered: [text('The domain of the token now'), 'registeredDomain'],
  token_last4: [text('The last four characters of the token'), 'tokenLast4'],
}) {}

export class RequestFailureDto extends responseDto<ListedFailure>()({
  at: time(),
  request_id: text(
    'The `X-Request-Id` of the response; null: several requests, see `count`',
  ).orNull(),
  token_id: integer().orNull(),
  method: text({ example: 'POST' }),
  route: text({ example: '/api/orders' }),
  status: integer({ example: 422 }),
  code: text({ example: 'insufficient_stock' }),
  fields: parts(FailedFieldDto, 'The first 20, without their values'),
  store_order_id: text({ example: 'SHOP-1001' }).orNull(),
  domain: [
    part(
      FailedDomainDto,
      'Of `domain_mismatch`: the domain that was sent, and that of the token',
    ).orNull(),
    ({ sentDomain, registeredDomain, tokenLast4 }) =>
      registeredDomain === null || tokenLast4 === null
        ? null
        : { sentDomain, registeredDomain, tokenLast4 },
  ],
  count: integer(
    'Number of requests in this entry: 1, or all with this route and code after the first 100 refusals of a minute',
  ),
}) {}

export const FAILURE_COLUMNS = [
  ...RequestFailureDto.columns('at status code method route'),
  ...columns<ListedFailure>()({
    fields: [
      text(),
      ({ fields }) => fields.map(({ field, code }) => `${field} ${code}`).join('; '),
    ],
  }),
  ...RequestFailureDto.columns('store_order_id request_id count'),
];
