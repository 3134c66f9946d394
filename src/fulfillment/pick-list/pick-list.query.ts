import { IntersectionType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { LIMITS } from '../../platform/config/limits.js';
import { Field } from '../../platform/http/input/fields.js';
import { SortedPageQuery } from '../../platform/http/paging/sorted-page.js';

class SomeOrdersQuery {
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? [...new Set(value.split(',').map((part) => part.trim()))] : value,
  )
  @Field({
    optional: true,
    api: {
      type: String,
      description: `Only these orders: up to ${LIMITS.pickedOrders} numbers, with commas between them`,
      example: 'WO-7K3M9PQ2XA,WO-9D4T8VW6YB',
    },
    rules: [
      {
        code: 'list_expected',
        message: `must be 1 to ${LIMITS.pickedOrders} order numbers with commas between them`,
        passes: isListOfNumbers,
      },
    ],
  })
  order_numbers?: string[];
}

export class PickListQuery extends IntersectionType(SortedPageQuery, SomeOrdersQuery) {}

function isListOfNumbers(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= LIMITS.pickedOrders &&
    value.every((number) => /^[\w-]{1,40}$/.test(String(number)))
  );
}
