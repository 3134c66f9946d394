import { Text, textRule } from '../http/input/fields.js';
import { isMonth } from './shop-days.js';

/** Makes a field for a month in India, such as `2026-11`; an optional one means no restriction when omitted, unless described. */
export function Month({
  optional = false,
  description = `A month in India${optional ? '; left out: all entries' : ''}`,
}: { optional?: boolean; description?: string } = {}): PropertyDecorator {
  return Text({
    max: 7,
    optional,
    api: { example: '2026-11', description },
    rules: [textRule('invalid_month', 'must be a month, as 2026-11', isMonth)],
  });
}
