import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Day } from '../../platform/days/day.field.js';
import { Field, OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { ErrorDto, type ErrorExample } from '../../platform/http/openapi/api-docs.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import {
  day,
  integer,
  responseDto,
  text,
  texts,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { mobileDigits } from '../../orders/placing/request/phone.js';
import { FAILURE_ACTIONS, FAILURE_REASONS } from '../../orders/tracking/shipment-failure.js';
import type { FailureActionKind } from '../courier-gateway.js';
import { FAILURE_STATES, type FailureState } from './delivery-failure.entity.js';
import type { ListedFailure } from './delivery-failures.repository.js';
import type { Answer } from './delivery-failures.service.js';

const LINES_MAX = 4;
const LINE_LENGTH = 300;

class FailureFilterQuery {
  @OneOf(FAILURE_STATES, {
    optional: true,
    api: { description: 'Default: those that wait for an answer, or for its sending' },
  })
  state?: FailureState;
}

export class DeliveryFailuresQuery extends IntersectionType(FailureFilterQuery, PageQuery) {}

export class DeliveryFailuresFileQuery extends IntersectionType(
  FailureFilterQuery,
  TableFileQuery,
) {}

export class AnswerFailureDto {
  @OneOf(FAILURE_ACTIONS, { api: { description: 'One of the `actions` of the failure' } })
  action: FailureActionKind;

  @Day({ optional: true, description: 'Day of the next attempt; default: the courier chooses it' })
  date?: string;

  @Text({
    max: LIMITS.phoneLength,
    optional: true,
    api: { description: 'Another phone of the customer: a mobile number of India' },
    rules: [
      textRule(
        'invalid_phone',
        'must be a mobile number of India, as 98765 43210',
        (phone) => mobileDigits(phone) !== null,
      ),
    ],
  })
  phone?: string;

  @Field({
    optional: true,
    api: {
      type: [String],
      maxItems: LINES_MAX,
      description: 'Other lines of the address. City and PIN code cannot change',
    },
    rules: [
      {
        code: 'list_expected',
        message: `must be a list of 1 to ${LINES_MAX} texts with at most ${LINE_LENGTH} characters together`,
        passes: isLines,
      },
    ],
  })
  address?: string[];

  @Text({ max: 200, optional: true, api: { description: 'What the driver should know' } })
  comment?: string;
}

/** A delivery that failed. */
export class DeliveryFailureDto extends responseDto<ListedFailure>()({
  id: integer(),
  order_number: text(),
  shipment_id: integer(),
  courier: text(),
  awb: text(),
  customer: [text(), 'customerName'],
  city: text(),
  pincode: text(),
  attempt: integer('From 1, as the courier counts'),
  reason: word(FAILURE_REASONS),
  code: text("The courier's"),
  words: text("The courier's; null: none, or erased with the customer's data").orNull(),
  failed_at: time(),
  answer_by: time('After this the courier decides'),
  state: word(FAILURE_STATES),
  actions: texts('Answers that the courier takes now'),
  action: word(FAILURE_ACTIONS, 'The answer; null: none').orNull(),
  date: [day('Day of the next attempt that was asked for').orNull(), 'actOn'],
  comment: text().orNull(),
  decided_by: text().orNull(),
  decided_at: time().orNull(),
  sent_at: time().orNull(),
  problem: text("The courier's words about an answer that it did not take").orNull(),
}) {}

export const FAILURE_COLUMNS = DeliveryFailureDto.columns(
  'id order_number courier awb customer city pincode attempt reason failed_at answer_by state action date comment decided_by decided_at sent_at problem',
);

/** The refusal of an answer, with what the courier takes. */
export class NotAnswerableDto extends ErrorDto {
  @ApiPropertyOptional({ enum: FAILURE_STATES })
  state?: FailureState;

  @ApiPropertyOptional({ format: 'date-time' })
  answer_by?: string;

  @ApiPropertyOptional({ enum: FAILURE_ACTIONS, isArray: true })
  actions?: FailureActionKind[];
}

export const NOT_ANSWERABLE: ErrorExample = {
  code: 'not_answerable',
  details: { state: 'open', answer_by: '2026-11-28T15:30:00.000Z', actions: ['return'] },
};

export function toAnswer({ action, date, phone, address, comment }: AnswerFailureDto): Answer {
  return {
    action,
    actOn: date ?? null,
    // As couriers take it.
    phone: phone === undefined ? null : mobileDigits(phone),
    addressLines: address ?? null,
    comment: comment ?? '',
  };
}

function isLines(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > LINES_MAX) return false;
  const isLine = (line: unknown): line is string =>
    typeof line === 'string' && line.trim() !== '' && line.isWellFormed() && !/\p{Cc}/u.test(line);
  return value.every(isLine) && value.join('').length <= LINE_LENGTH;
}
