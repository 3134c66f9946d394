import { applyDecorators } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { PAPERS, type Paper } from '../../identity/brand/papers.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, OneOf } from '../../platform/http/input/fields.js';
import { SortedPageQuery } from '../../platform/http/paging/sorted-page.js';
import { BOOKING_FILTERS, type BookingFilter } from './booking-filters.js';

const MAX = LIMITS.pickedOrders;

/** Declares order numbers with commas between them. @param tooMany the code of a list that is too long */
function OrderNumbers(
  description: string,
  { optional = false, tooMany }: { optional?: boolean; tooMany: string },
): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((part) => part.trim()))] : value,
    ),
    Field({
      optional,
      api: {
        type: String,
        description: `${description}: up to ${MAX} numbers, with commas between them`,
        example: 'WO-7K3M9PQ2XA,WO-9D4T8VW6YB',
      },
      rules: [
        {
          code: 'list_expected',
          message: `must be 1 to ${MAX} order numbers with commas between them`,
          passes: isListOfNumbers,
        },
        {
          code: tooMany,
          message: `must be 1 to ${MAX} order numbers with commas between them`,
          passes: (numbers) => (numbers as string[]).length <= MAX,
        },
      ],
    }),
  );
}

class SomeOrdersQuery {
  @OrderNumbers('Only these orders', { optional: true, tooMany: 'list_expected' })
  order_numbers?: string[];
}

export class PickListQuery extends IntersectionType(SortedPageQuery, SomeOrdersQuery) {
  @OneOf(BOOKING_FILTERS, {
    optional: true,
    api: {
      description:
        'Orders by their bookings at couriers. none: without one; booking: without AWB yet; not_printed: booked, and a label ' +
        'was not printed',
    },
  })
  booking?: BookingFilter;
}

class PrintedOrdersQuery {
  @OrderNumbers('The orders, as they are printed', { tooMany: 'too_many' })
  orders: string[];
}

/** Query: packing slips of one PDF. */
export class SlipsQuery extends PrintedOrdersQuery {
  @OneOf(PAPERS, {
    optional: true,
    api: {
      description:
        'One, two or four slips on an A4 page, or labels of 100 × 150 mm. Left out: as `slip_paper` of the brand',
    },
  })
  paper?: Paper;
}

const PICK_ORDERS = ['order', 'shelf'] as const;

/** Query: a pick list as a PDF. */
export class PickSheetQuery extends PrintedOrdersQuery {
  @OneOf(PICK_ORDERS, {
    optional: true,
    api: { default: 'order', description: 'shelf: the units of all orders along the shelves' },
  })
  by?: (typeof PICK_ORDERS)[number];
}

function isListOfNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((number) => /^[\w-]{1,40}$/.test(String(number)));
}
