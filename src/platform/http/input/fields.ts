import { domainToASCII, domainToUnicode } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { showsNothing, withoutInvisible } from '../../plain-text.js';
import { IsOptional, ValidateBy, isEmail } from 'class-validator';

/** A check of one field: the error code, the text, and when a value passes. */
export interface Rule {
  code: string;
  /** The text, or a function that makes it from the refused value. */
  message: string | ((value: unknown) => string);
  passes: (value: unknown, dto: object) => boolean;
}

/** Makes a rule on texts. Other values pass: {@link Text} reports them. */
export function textRule(
  code: string,
  message: string,
  passes: (value: string, dto: object) => boolean,
): Rule {
  return { code, message, passes: (value, dto) => typeof value !== 'string' || passes(value, dto) };
}

interface FieldOptions {
  optional?: boolean;
  /** Checked in order; the first one that fails is reported. */
  rules?: readonly Rule[];
  api?: ApiPropertyOptions;
}

/**
 * Attaches rules to a field: the code of the first that fails becomes the error's code. In an optional field, null counts as
 * absent unless `api` says that it is nullable.
 */
export function Field({ optional = false, rules = [], api = {} }: FieldOptions): PropertyDecorator {
  const isPresent: Rule = { code: 'required', message: 'is required', passes: hasValue };
  const all = optional ? rules : [isPresent, ...rules];
  return applyDecorators(
    ApiProperty({ required: !optional, ...api } as ApiPropertyOptions),
    ...(optional && !isClearable(api) ? [NullIsAbsent] : []),
    ...(optional ? [IsOptional()] : []),
    ...all.map(checkedBy),
  );
}

const NullIsAbsent = Transform(({ value }: { value: unknown }) => value ?? undefined);

/** Returns true if null has a meaning in a field. The documentation of most optional fields merely allows it. */
function isClearable(api: ApiPropertyOptions): boolean {
  const { nullable, oneOf = [] } = api as { nullable?: boolean; oneOf?: { type?: unknown }[] };
  return nullable === true || oneOf.some(({ type }) => type === 'null');
}

/** Makes class-validator's decorator of a rule, whose errors carry the code as their context. */
function checkedBy({ code, message, passes }: Rule): PropertyDecorator {
  return ValidateBy(
    { name: code, validator: { validate: (value, args) => passes(value, args!.object) } },
    {
      context: { code },
      message: typeof message === 'string' ? message : ({ value }) => message(value),
    },
  );
}

interface TextOptions {
  max: number;
  min?: number;
  optional?: boolean;
  lineBreaks?: boolean;
  /** True if characters that show nothing are removed. */
  isVisible?: boolean;
  rules?: readonly Rule[];
  api?: ApiPropertyOptions;
}

/**
 * Declares a trimmed text of well-formed Unicode without control characters, with `min` to `max` code points, as PostgreSQL
 * counts. A blank optional text counts as absent, unless `min` is 0.
 */
export function Text({
  max,
  min = 1,
  optional = false,
  lineBreaks = false,
  isVisible = false,
  rules = [],
  api = {},
}: TextOptions): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const text = isVisible && typeof value === 'string' ? withoutInvisible(value) : value;
      return trimmed(text, optional && min > 0);
    }),
    ...(optional && !isClearable(api) ? [NullIsAbsent] : []),
    Field({
      optional,
      api: {
        type: String,
        maxLength: max,
        // A blank or null optional text is as good as none.
        ...(optional ? { nullable: true } : { minLength: min }),
        ...api,
      },
      rules: [
        { code: 'string_expected', message: 'must be a string', passes: isString },
        textRule('invalid_characters', 'must be well-formed Unicode', (text) =>
          text.isWellFormed(),
        ),
        textRule(
          'invalid_characters',
          `must not hold control characters${lineBreaks ? ' other than line breaks' : ''}`,
          (text) => !/\p{Cc}/u.test(lineBreaks ? text.replace(/\r?\n/g, '') : text),
        ),
        textRule('too_long', `must have at most ${max} characters`, (text) => !isLonger(text, max)),
        textRule('too_short', `must have at least ${min} characters`, (text) =>
          isLonger(text, min - 1),
        ),
        ...rules,
      ],
    }),
  );
}

/** The rule of names: they look the same in every page and document. */
export const isPlain = textRule(
  'invalid_characters',
  'must not hold invisible characters that change the direction of text or begin lines: type it again',
  (text) => !/[\p{Bidi_Control}\u2028\u2029]/u.test(text),
);

/** Declares the name of someone or something: a text of one line that is {@link isPlain}. */
export function Name({
  rules = [],
  ...options
}: Omit<TextOptions, 'lineBreaks'>): PropertyDecorator {
  return Text({ ...options, rules: [isPlain, ...rules] });
}

/** Declares an e-mail address. */
export function Email({
  max,
  optional = false,
  api = {},
}: Pick<TextOptions, 'max' | 'optional' | 'api'>): PropertyDecorator {
  return Text({
    max,
    optional,
    api: { format: 'email', ...api },
    rules: [textRule('invalid_email', 'must be an e-mail address', isPlainEmail)],
  });
}

/**
 * Returns true if a text is an e-mail address without invisible characters, whose domain is in the form that mails are sent
 * with. Others, such as with a soft hyphen, look like another address and arrive there.
 */
function isPlainEmail(text: string): boolean {
  // isEmail throws for texts that are not well-formed.
  if (!text.isWellFormed() || !isEmail(text) || /\p{Default_Ignorable_Code_Point}/u.test(text))
    return false;
  const domain = text.slice(text.lastIndexOf('@') + 1).toLowerCase();
  const ascii = domainToASCII(domain);
  return ascii !== '' && [ascii, domainToUnicode(ascii)].includes(domain);
}

/** Declares a whole number from `min` to `max`, sent as a JSON number. */
export function WholeNumber({
  min,
  max,
  optional = false,
  rules = [],
  api = {},
}: FieldOptions & { min: number; max: number }): PropertyDecorator {
  return Field({
    optional,
    api: { type: 'integer', minimum: min, maximum: max, ...api },
    rules: [
      { code: 'integer_expected', message: 'must be a whole number', passes: Number.isInteger },
      {
        code: 'out_of_range',
        message: `must be from ${min} to ${max}`,
        passes: (value) => Number(value) >= min && Number(value) <= max,
      },
      ...rules,
    ],
  });
}

/** The greatest id of tables whose ids requests name. */
export const ID_MAX = 2_147_483_647;

/** Declares an id in a body. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return WholeNumber({ min: 1, max: ID_MAX, ...options });
}

/** Declares a whole number in a query: digits only, as `1e1` may be a mistake. */
export function QueryWholeNumber(options: Parameters<typeof WholeNumber>[0]): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      return typeof value === 'string' && /^-?\d*$/.test(value) ? Number(value) : value;
    }),
    WholeNumber(options),
  );
}

/** Declares an optional id in a query. */
export function QueryId(api: ApiPropertyOptions = {}): PropertyDecorator {
  return QueryWholeNumber({ min: 1, max: ID_MAX, optional: true, api });
}

/** Declares a text that must be one of the given words, or of the keys of an object. */
export function OneOf(
  of: readonly string[] | object,
  { optional = false, rules = [], api = {} }: FieldOptions = {},
): PropertyDecorator {
  const words: readonly string[] = of instanceof Array ? of : Object.keys(of);
  return Field({
    optional,
    api: { ...api, enum: [...words] },
    rules: [
      {
        code: 'unknown_value',
        message: `must be one of ${words.join(', ')}`,
        passes: (value) => words.some((word) => word === value),
      },
      ...rules,
    ],
  });
}

/** Declares an optional `true` or `false` in a query. @param fallback what absence means, if not false */
export function QueryFlag(description?: string, fallback?: 'true'): PropertyDecorator {
  return OneOf(['true', 'false'], { optional: true, api: { default: fallback, description } });
}

/** Declares a selection of words, sent as one text separated by commas or as several texts; the DTO holds an array. */
export function SomeOf(
  words: readonly string[],
  { optional = false, api = {} }: FieldOptions = {},
): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const texts = [value].flat();
      if (value === '' || !texts.every(isString)) return value;
      const parts = texts.join().split(',');
      return [...new Set(parts.map((part) => part.trim()))];
    }),
    Field({
      optional,
      api: { type: String, ...api },
      rules: [
        {
          code: 'unknown_value',
          message: `must be one or several of ${words.join(', ')}`,
          passes: (value) =>
            Array.isArray(value) && value.every((word) => words.includes(word as string)),
        },
      ],
    }),
  );
}

/** Declares a boolean. */
export function Flag({ optional = false, api = {} }: FieldOptions = {}): PropertyDecorator {
  return Field({
    optional,
    api: { type: Boolean, ...api },
    rules: [
      {
        code: 'boolean_expected',
        message: 'must be true or false',
        passes: (value) => typeof value === 'boolean',
      },
    ],
  });
}

/** Declares an ISO 8601 timestamp with a time zone, such as 2026-01-31T18:30:00Z; the DTO holds a Date. */
export function Timestamp({
  optional = false,
  rules = [],
  api = {},
}: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => toDate(value)),
    Field({
      optional,
      api: { type: String, format: 'date-time', ...api },
      rules: [
        {
          code: 'instant_expected',
          message: 'must be a timestamp with a time zone, such as 2026-01-31T18:30:00Z',
          passes: (value) => value instanceof Date,
        },
        ...rules,
      ],
    }),
  );
}

/** Declares an amount in major units: a JSON number with at most two decimals. */
export function Amount({
  min,
  max,
  optional = false,
  rules = [],
  api = {},
}: FieldOptions & { min: number; max: number }): PropertyDecorator {
  return Field({
    optional,
    api: { type: Number, minimum: min, maximum: max, ...api },
    rules: [
      { code: 'number_expected', message: 'must be a number', passes: Number.isFinite },
      {
        code: 'out_of_range',
        message: `must be from ${min} to ${max}`,
        passes: (value) => Number(value) >= min && Number(value) <= max,
      },
      {
        code: 'too_many_decimals',
        message: 'must have at most two decimals',
        passes: (value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)),
      },
      ...rules,
    ],
  });
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Converts timestamps of the years 1970 to 9999. Returns any other value unchanged, to be refused afterwards. */
function toDate(value: unknown): unknown {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return value;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const date = new Date(value);
  const utcYear = date.getUTCFullYear();
  return day <= daysOfMonth && utcYear >= 1970 && utcYear <= 9999 ? date : value;
}

/** Returns true if a text has more than `count` code points; each of them takes one or two units. */
function isLonger(text: string, count: number): boolean {
  if (text.length <= count) return false;
  return text.length > count * 2 || [...text].length > count;
}

/** Returns true if a value is a text of 1 to `max` characters that {@link Text} would not change. */
export function isText(value: unknown, max: number): boolean {
  return (
    typeof value === 'string' &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value) &&
    value.trim() === value &&
    value !== '' &&
    !isLonger(value, max)
  );
}

/** Returns a value if it is a text as {@link isText} requires; null: it is not. */
export function textOf(value: unknown, max: number): string | null {
  return isText(value, max) ? (value as string) : null;
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function trimmed(value: unknown, blankIsAbsent: boolean): unknown {
  if (typeof value !== 'string') return value;
  const text = showsNothing(value) ? '' : value.trim();
  return text === '' && blankIsAbsent ? undefined : text;
}
