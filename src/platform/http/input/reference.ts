import type { ApiPropertyOptions } from '@nestjs/swagger';
import { LIMITS } from '../../config/limits.js';
import { hasOtherLetters } from '../../reference-form.js';
import { hasLostDigits, LOST_DIGITS_TEXT } from '../../table-file/lost-digits.js';
import { Text, textRule, type Rule } from './fields.js';

const isVisible = textRule(
  'invalid_characters',
  'must not hold invisible characters',
  (text) => !/\p{Cf}/u.test(text),
);

/** Rule for numbers that people copy from spreadsheets, such as tracking numbers: refuses 1.49E+12. */
export const KEPT_DIGITS = textRule(
  'digits_lost',
  LOST_DIGITS_TEXT,
  (text) => !hasLostDigits(text),
);

const hasContent = textRule('invalid_reference', 'must have a letter or a digit', (text) =>
  /[\p{L}\p{N}]/u.test(text),
);

/** A look-alike from another alphabet would make another reference that looks like the first one. */
const hasPlainLetters = textRule(
  'reference_letters',
  'must have no letters other than A to Z: type it again',
  (text) => !hasOtherLetters(text),
);

interface ReferenceOptions {
  optional?: boolean;
  rules?: readonly Rule[];
  api: ApiPropertyOptions;
}

/** Declares a reference that is recorded once. An invisible character, for example from a mail, would make it another reference. */
export function Reference({ rules = [], ...rest }: ReferenceOptions): PropertyDecorator {
  return Text({
    max: LIMITS.paymentReferenceLength,
    rules: [isVisible, hasContent, hasPlainLetters, KEPT_DIGITS, ...rules],
    ...rest,
  });
}
