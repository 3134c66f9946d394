import type { ApiPropertyOptions } from '@nestjs/swagger';
import { LIMITS } from '../../config/limits.js';
import { Text, textRule, type Rule } from './fields.js';

const isVisible = textRule(
  'invalid_characters',
  'must not hold invisible characters',
  (text) => !/\p{Cf}/u.test(text),
);

interface ReferenceOptions {
  optional?: boolean;
  rules?: readonly Rule[];
  api: ApiPropertyOptions;
}

/** Declares a reference that is recorded once. An invisible character, such as from a mail, would make it another one. */
export function Reference({ rules = [], ...rest }: ReferenceOptions): PropertyDecorator {
  return Text({ max: LIMITS.paymentReferenceLength, rules: [isVisible, ...rules], ...rest });
}
