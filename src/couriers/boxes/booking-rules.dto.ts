import { Flag, Id, Text, textRule, WholeNumber } from '../../platform/http/input/fields.js';
import { flag, integer, responseDto, text } from '../../platform/http/response-dto/response-dto.js';
import type { BookingRulesData } from './booking-rules.service.js';

const GRAMS_MAX = 1_000_000;

export class ReplaceBookingRulesDto {
  @Id({ optional: true, api: { description: 'Account of bookings that name none' } })
  account_id?: number;

  @Id({ optional: true, api: { description: 'Box of bookings that fit none by weight' } })
  box_id?: number;

  @WholeNumber({
    min: 1,
    max: GRAMS_MAX,
    optional: true,
    api: {
      description: 'Weight of a unit of a product without one; left out: such bookings are refused',
    },
  })
  unit_grams?: number;

  @Flag({
    optional: true,
    api: {
      default: true,
      description: 'Whether an order whose address was corrected is booked again automatically',
    },
  })
  books_again?: boolean;

  @Flag({
    optional: true,
    api: {
      default: false,
      description: 'Whether a delivery that was not attempted is asked for again automatically',
    },
  })
  reattempts?: boolean;

  @Text({
    max: 5,
    optional: true,
    api: {
      example: '16:30',
      description:
        "Time of the day, in the shop's zone, at which the day's pick-ups are asked for; left out: by the button alone",
    },
    rules: [
      textRule('invalid_time', 'must be a time of the day, as 16:30', (time) =>
        /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time),
      ),
    ],
  })
  pickup_cut_off?: string;
}

export class BookingRulesDto extends responseDto<BookingRulesData>()({
  account_id: integer().orNull(),
  box_id: integer().orNull(),
  unit_grams: integer().orNull(),
  books_again: [flag(), 'booksAgain'],
  reattempts: [flag(), 'reattempts'],
  pickup_cut_off: text('Such as 16:30').orNull(),
}) {}

export function toBookingRules(body: ReplaceBookingRulesDto): BookingRulesData {
  return {
    accountId: body.account_id ?? null,
    boxId: body.box_id ?? null,
    unitGrams: body.unit_grams ?? null,
    booksAgain: body.books_again ?? true,
    reattempts: body.reattempts ?? false,
    pickupCutOff: body.pickup_cut_off ?? null,
  };
}
