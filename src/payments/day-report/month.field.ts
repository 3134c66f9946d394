import { Text, textRule } from '../../platform/http/input/fields.js';
import { isMonth } from './shop-days.js';

/** Returns a month in India, as `2026-11`; one that may be left out means no restriction. */
export function Month({ optional = false } = {}): PropertyDecorator {
  const description = optional ? 'A month in India; left out: all entries' : 'A month in India';
  return Text({
    max: 7,
    optional,
    api: { example: '2026-11', description },
    rules: [textRule('invalid_month', 'must be a month, as 2026-11', isMonth)],
  });
}
