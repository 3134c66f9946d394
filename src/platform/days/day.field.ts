import { Text, textRule } from '../http/input/fields.js';
import { HAS_BEGUN } from './has-begun.rule.js';
import { isDate } from './zoned-day.js';

/** Makes a field for a day of the shop, such as `2026-11-21`. @param hasBegunOnly refuses days in the future */
export function Day({
  optional = false,
  description = '',
  hasBegunOnly = false,
} = {}): PropertyDecorator {
  return Text({
    max: 10,
    optional,
    api: { format: 'date', example: '2026-11-21', ...(description !== '' && { description }) },
    rules: [
      textRule('invalid_date', 'must be a date, as 2026-01-31', isDate),
      ...(hasBegunOnly ? [HAS_BEGUN] : []),
    ],
  });
}
