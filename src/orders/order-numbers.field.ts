import { LIMITS } from '../platform/config/limits.js';
import { Field, isText, type Rule } from '../platform/http/input/fields.js';
import { listRule } from '../platform/http/input/dto-list.js';

const NUMBER_LENGTH_MAX = 64;

/** Refuses a list with an order more than once. */
export const NAMED_ONCE: Rule = {
  code: 'duplicate_value',
  message: 'must name each order once',
  passes: (value) => new Set(value as string[]).size === (value as string[]).length,
};

export function OrderNumbers({
  optional = false,
  isUnique = false,
  max = LIMITS.ordersPaidAtOnce,
  description,
}: {
  optional?: boolean;
  isUnique?: boolean;
  max?: number;
  description?: string;
} = {}): PropertyDecorator {
  return Field({
    optional,
    api: {
      type: [String],
      minItems: 1,
      maxItems: max,
      example: ['WO-7K3M9QX2ZB'],
      ...(isUnique && { uniqueItems: true }),
      ...(description !== undefined && { description }),
    },
    rules: [
      listRule(max, 'order numbers', (number) => isText(number, NUMBER_LENGTH_MAX)),
      ...(isUnique ? [NAMED_ONCE] : []),
    ],
  });
}
