import { IntersectionType } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Day } from '../../platform/days/day.field.js';
import { DtoList, listRule } from '../../platform/http/input/dto-list.js';
import {
  Field,
  Id,
  OneOf,
  QueryFlag,
  QueryId,
  Text,
  WholeNumber,
} from '../../platform/http/input/fields.js';
import { KEPT_DIGITS } from '../../platform/http/input/reference.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import {
  anything,
  flag,
  integer,
  money,
  part,
  parts,
  responseDto,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { KINDS_WITH_FILES } from '../couriers.js';
import { dayPeriod } from '../../platform/days/shop-days.js';
import { PERSON_CODES } from './booking-state.js';
import type { BookingFilter, ListedBooking } from './bookings.repository.js';
import {
  WANT_OUTCOMES,
  type BookingEdit,
  type Resolution,
  type WantedBooking,
  type WantOutcome,
} from './bookings.service.js';
import { BOOKING_STATES, type BookedUnits, type BookingState } from './courier-booking.entity.js';
import { WEIGHT_MAX } from './drafts/measures.js';

/** Orders of one call. */
const ORDERS_MAX = 200;

const STATES = {
  wanted: 'no call was made yet',
  calling: 'a call was made and may be executed',
  unknown: 'the courier did not answer, and is asked',
  booked: 'it has an AWB',
  refused: 'the courier declined; nothing was bought',
  needs_person: 'an operator has to decide, see `problem`',
  canceling: 'its units are free; it is canceled at the courier',
  canceled: 'nothing is bought, or it was given back',
  handed_over: 'there is a shipment',
} as const satisfies Record<BookingState, string>;

class BookingBoxDto {
  @Id({
    optional: true,
    api: { description: 'A box of the house. Left out: the smallest that fits' },
  })
  box?: number;

  @WholeNumber({
    min: 1,
    max: WEIGHT_MAX,
    optional: true,
    api: {
      description:
        'Of the packed box, in grams, as the scale shows it. Left out: computed from the products',
    },
  })
  weight_grams?: number;

  @Id({ optional: true, api: { description: 'Account with a courier. Left out: the default one' } })
  account?: number;
}

class WantedUnitsDto {
  @WholeNumber({
    min: 1,
    max: LIMITS.orderItems,
    api: { description: 'Line of the order, from 1' },
  })
  line: number;

  @WholeNumber({ min: 1, max: LIMITS.quantity })
  quantity: number;
}

class WantedBookingDto extends BookingBoxDto {
  @Text({ max: 64, api: { example: 'WO-7K3M9QX2AB' } })
  order_number: string;

  @DtoList(WantedUnitsDto, LIMITS.orderItems)
  @Field({
    optional: true,
    api: {
      type: [WantedUnitsDto],
      minItems: 1,
      maxItems: LIMITS.orderItems,
      description: 'Left out: all units that are left of the order and in no booking',
    },
    rules: [listRule(LIMITS.orderItems, 'lines')],
  })
  items?: WantedUnitsDto[];
}

export class BookOrdersDto {
  @DtoList(WantedBookingDto, ORDERS_MAX)
  @Field({
    api: { type: [WantedBookingDto], minItems: 1, maxItems: ORDERS_MAX },
    rules: [listRule(ORDERS_MAX, 'orders')],
  })
  orders: WantedBookingDto[];
}

/** Changes of a booking; what is left out is chosen by the rules of new bookings. */
export class EditBookingDto extends BookingBoxDto {}

const RESOLUTIONS = ['booked', 'not_booked'] as const;

export class ResolveBookingDto {
  @OneOf(RESOLUTIONS, {
    api: {
      description:
        "booked: it is, with this AWB. not_booked: it is not, as the courier's pages show",
    },
  })
  outcome: (typeof RESOLUTIONS)[number];

  @Text({
    max: LIMITS.trackingNumberLength,
    optional: true,
    rules: [
      KEPT_DIGITS,
      {
        code: 'not_allowed',
        message: 'must only be sent with the outcome booked',
        passes: (_, dto) => (dto as ResolveBookingDto).outcome === 'booked',
      },
    ],
    api: { example: '12345678901234', description: 'Required with the outcome booked' },
  })
  awb?: string;
}

class BookingFilterQuery {
  @OneOf(BOOKING_STATES, { optional: true })
  state?: BookingState;

  @QueryId()
  account?: number;

  @Text({ max: 64, optional: true })
  order_number?: string;

  @Day({ optional: true, description: 'Day of the shop on which they were wanted' })
  day?: string;

  @QueryFlag('Whether the label was printed')
  printed?: 'true' | 'false';
}

export class BookingsQuery extends IntersectionType(BookingFilterQuery, PageQuery) {}

export class BookingsFileQuery extends IntersectionType(BookingFilterQuery, TableFileQuery) {}

class BookedUnitsDto extends responseDto<BookedUnits>()({ line: integer(), quantity: integer() }) {}

class BookedBoxDto extends responseDto<ListedBooking['box']>()({
  name: text().orNull(),
  length_mm: integer(),
  breadth_mm: integer(),
  height_mm: integer(),
}) {}

const PROBLEMS = Object.entries(PERSON_CODES).map(([code, words]) => `${code}: ${words}.`);

export class BookingDto extends responseDto<ListedBooking>()({
  id: integer(),
  order_number: text(),
  account_id: integer(),
  account: [text('Its name'), 'accountName'],
  kind: text({ description: 'Kind of courier', example: 'delhivery' }),
  state: word(STATES),
  reference: text('By which the courier knows it; another one for each attempt'),
  attempt: integer(),
  items: [parts(BookedUnitsDto), 'units'],
  box: part(BookedBoxDto),
  weight_grams: integer(),
  declared: money('Value of the goods, for the courier').guarded(),
  mode: word(['surface', 'express']),
  awb: [
    text('null: it has none yet').orNull(),
    // A waybill that was set aside for it counts once the courier took it.
    ({ awb, state }: ListedBooking) => (AWB_IS_GIVEN.has(state) ? awb : null),
  ],
  courier_name: text().orNull(),
  problem: [
    text(`Why it was refused, or an operator has to decide. ${PROBLEMS.join(' ')}`).orNull(),
    'problemCode',
  ],
  problem_words: text("The courier's own words").orNull(),
  charged_grams: integer('Weight that the courier bills').orNull(),
  label_printed_at: time().orNull(),
  label_of_courier: [
    flag('The courier makes its label; others are drawn at each print'),
    ({ kind }: ListedBooking) => KINDS_WITH_FILES.includes(kind),
  ],
  shipment_id: integer('null: it was not handed over').orNull(),
  handed_over_at: time().orNull(),
  handed_over_by: text().orNull(),
  released_why: word(['canceled', 'address_changed', 'closed', 'withdrawn']).orNull(),
  replaces_id: integer('The booking with the address as it was before').orNull(),
  created_by: text(),
  created_at: time(),
}) {}

export const BOOKING_COLUMNS = BookingDto.columns(
  'id order_number account kind state awb courier_name weight_grams charged_grams declared problem problem_words label_printed_at handed_over_at handed_over_by shipment_id released_why created_by created_at',
);

const AWB_IS_GIVEN: ReadonlySet<BookingState> = new Set([
  'booked',
  'needs_person',
  'canceling',
  'canceled',
  'handed_over',
]);

export class WantOutcomeDto extends responseDto<WantOutcome>()({
  order_number: text(),
  outcome: word(WANT_OUTCOMES),
  booking: part(BookingDto, 'null: it was refused').orNull(),
  code: text('Error code of the refusal').orNull(),
  message: text().orNull(),
  errors: anything<readonly FieldError[]>({ isArray: true, description: 'The fields at fault' }),
}) {}

export function toWanted({ orders }: BookOrdersDto): WantedBooking[] {
  return orders.map(({ order_number, items, account, ...box }) => ({
    orderNumber: order_number,
    units: items?.map(({ line, quantity }) => ({ line, quantity })) ?? null,
    accountId: account ?? null,
    boxId: box.box ?? null,
    weightGrams: box.weight_grams ?? null,
  }));
}

export function toEdit({ account, box, weight_grams }: EditBookingDto): BookingEdit {
  return { accountId: account ?? null, boxId: box ?? null, weightGrams: weight_grams ?? null };
}

/** @throws AppError validation_failed */
export function toResolution({ outcome, awb }: ResolveBookingDto): Resolution {
  if (outcome === 'not_booked') return outcome;
  if (awb !== undefined) return { awb };
  const field = {
    field: 'awb',
    code: 'required',
    message: 'awb is required with the outcome booked',
  };
  throw new AppError('validation_failed', { fields: [field] });
}

export function toBookingFilter(query: BookingFilterQuery): BookingFilter {
  const { state, account: accountId, order_number: orderNumber, printed, day } = query;
  return {
    state,
    accountId,
    orderNumber,
    isPrinted: printed === undefined ? undefined : printed === 'true',
    ...(day !== undefined && dayPeriod(day)),
  };
}
