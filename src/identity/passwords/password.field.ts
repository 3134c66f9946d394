import { isCommonPassword } from './common-passwords.js';
import { Field, textRule, type Rule } from '../../platform/http/input/fields.js';

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

const isText: Rule = {
  code: 'string_expected',
  message: 'must be a string',
  passes: (value) => typeof value === 'string',
};
const isFilled: Rule = {
  code: 'required',
  message: 'is required',
  passes: (value) => value !== '',
};
const isShortEnough = textRule(
  'too_long',
  `must have at most ${PASSWORD_LENGTH_MAX} characters`,
  (text) => text.length <= PASSWORD_LENGTH_MAX,
);

/** Decorates a field with the current password. It is not trimmed; only its type and maximum length are checked. */
export function Password({ optional = false } = {}): PropertyDecorator {
  return Field({
    optional,
    api: { type: String, format: 'password', minLength: 1, maxLength: PASSWORD_LENGTH_MAX },
    // Also where it is optional: an empty one would count as a wrong one.
    rules: [isFilled, isText, isShortEnough],
  });
}

/** Decorates a field with a new password. It is not trimmed, and must be long, varied and rare enough. */
export function NewPassword(): PropertyDecorator {
  return Field({
    api: {
      type: String,
      format: 'password',
      minLength: PASSWORD_LENGTH_MIN,
      maxLength: PASSWORD_LENGTH_MAX,
      example: 'correct horse battery staple',
    },
    rules: [
      isText,
      isShortEnough,
      textRule(
        'too_short',
        `must have at least ${PASSWORD_LENGTH_MIN} characters`,
        (text) => [...text].length >= PASSWORD_LENGTH_MIN,
      ),
      textRule('too_simple', 'must have at least five different characters', (text) => {
        return new Set(text).size >= 5;
      }),
      textRule(
        'too_common',
        'must not be one of the passwords that people choose most often',
        (text) => !isCommonPassword(text),
      ),
    ],
  });
}
