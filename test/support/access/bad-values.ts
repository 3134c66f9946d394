import type { AnySchemaObject } from 'ajv';

/** A value of a request, and its faulty fields as `path code`. Paths are relative to the value; its own is empty. */
export interface Refused {
  value: unknown;
  problems: string[];
}

export type Resolve = (schema: AnySchemaObject) => AnySchemaObject;

/** Stands for the codes of a list that is too long, because there are several. */
export const TOO_MANY = 'too_many';
const ABSENT = Symbol('absent');
/** Codes of values of a wrong type. */
const EXPECTED: Record<string, string> = {
  string: 'string_expected',
  integer: 'integer_expected',
  number: 'number_expected',
  boolean: 'boolean_expected',
  array: 'list_expected',
  object: 'object_expected',
};
/** Fields with a rule of their own, instead of that of their type. */
const OWN_RULES: Record<string, string> = {
  variation_codes: 'invalid_value',
  variation_images: 'invalid_url',
  variation_stocks: 'invalid_stock',
  rates: 'invalid_rates',
  roles: 'unknown_value',
  permissions: 'unknown_value',
};

/**
 * Makes objects to try every field of a declaration. Each has the next bad value of all fields, and the problem of each.
 * - fields that have no bad value left have their example
 *
 * @param texts texts that are of no other type, for queries, which have texts only
 */
export function badObjects(schema: AnySchemaObject, resolve: Resolve, texts?: readonly unknown[]) {
  const { properties = {}, required = [] } = schema as Properties;
  const names = Object.keys(properties);
  const refused = names.map((name) =>
    badValues(name, resolve(properties[name]!), required.includes(name), resolve, texts),
  );
  return Array.from({ length: Math.max(0, ...refused.map(({ length }) => length)) }, (_, round) => {
    const fields = names.map((name, index): [string, Refused] => {
      const example = required.includes(name) ? exampleOf(properties[name]!, resolve) : ABSENT;
      return [name, refused[index]![round] ?? { value: example, problems: [] }];
    });
    const present = fields.filter(([, { value }]) => value !== ABSENT);
    return {
      value: Object.fromEntries(present.map(([name, { value }]) => [name, value])),
      problems: fields.flatMap(([name, { problems }]) =>
        problems.map((problem) =>
          problem.startsWith(' ') ? name + problem : `${name}.${problem}`,
        ),
      ),
    };
  });
}

interface Properties {
  properties?: Record<string, AnySchemaObject>;
  required?: string[];
}

/** Lists values that a field refuses by its declaration: none, null, other types, out of range, and bad elements. */
function badValues(
  name: string,
  schema: AnySchemaObject,
  isRequired: boolean,
  resolve: Resolve,
  texts?: readonly unknown[],
): Refused[] {
  const type = typeOf(schema);
  const isNull = isRequired && texts === undefined && ![schema.type].flat().includes('null');
  const ofType = schema.enum ? 'unknown_value' : timestampOr(schema, EXPECTED[type]!);
  const expected = OWN_RULES[name] ?? ofType;
  const others = texts ?? [5, false, [], {}, 'x', '5', 1.5];
  // Of an object that is missing, each field is named.
  const missing =
    type === 'object'
      ? (schema as Properties).required?.map((inner) => `${inner} required`)
      : undefined;
  const absent = (value: unknown): Refused => ({ value, problems: missing ?? [' required'] });
  return [
    ...(isRequired ? [absent(ABSENT)] : []),
    ...(isNull ? [absent(null)] : []),
    ...refusedWith(expected, ...others.filter((value) => !fits(type, value, texts !== undefined))),
    ...(name === 'month' ? refusedWith('invalid_month', '2026-13', '2026') : []),
    ...refusedWith('out_of_range', ...outside(schema)),
    ...(type === 'number' && schema.enum === undefined && texts === undefined
      ? refusedWith('too_many_decimals', 1.234)
      : []),
    ...(type === 'string' ? badTexts(schema, ofType, isRequired) : []).filter(
      // An address holds well-formed Unicode only.
      ({ value }) => texts === undefined || String(value).isWellFormed(),
    ),
    ...(type === 'array' ? badElements(schema, resolve) : []),
    ...(type === 'object' ? badObjects(schema, resolve) : []),
  ];
}

/** Makes queries to try every parameter, as {@link badObjects} does. Texts in them have no other type. */
export function badQueries(parameters: readonly AnySchemaObject[]): Refused[] {
  const given = parameters as { name: string; required?: boolean; schema: AnySchemaObject }[];
  const schema = {
    properties: Object.fromEntries(given.map((one) => [one.name, one.schema])),
    required: given.filter(({ required }) => required).map(({ name }) => name),
  };
  return badObjects(schema, (one) => one, ['abc', '1.5', ['1', '2']]).map(({ value, problems }) => {
    const fields = Object.entries(value as Record<string, unknown>).flatMap(([name, texts]) =>
      [texts].flat().map((text): [string, string] => [name, String(text)]),
    );
    return { value: new URLSearchParams(fields).toString(), problems };
  });
}

function refusedWith(code: string, ...values: unknown[]): Refused[] {
  return values.map((value) => ({ value, problems: [` ${code}`] }));
}

function typeOf({ type }: AnySchemaObject): string {
  return [type].flat().find((one) => one !== 'null') as string;
}

function timestampOr({ format }: AnySchemaObject, code: string): string {
  return format === 'date-time' ? 'instant_expected' : code;
}

function fits(type: string, value: unknown, isQuery: boolean): boolean {
  if (isQuery) return type === 'string' || (type === 'number' && value === '1.5');
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function outside({ minimum, maximum }: AnySchemaObject): number[] {
  const limits: [unknown, number][] = [
    [minimum, -1],
    [maximum, 1],
  ];
  return limits.flatMap(([limit, step]) => (typeof limit === 'number' ? [limit + step] : []));
}

/** Texts that are not a timestamp, although most look like one. */
const BAD_TIMES = [
  ...['tomorrow', '1700000000', '2030-01-01', '2030-01-01T00:00:00'],
  ...['2030-13-01T00:00:00Z', '2030-02-31T00:00:00Z'],
];

/** Lists texts that a field refuses. A field of words or times refuses all others. */
function badTexts(schema: AnySchemaObject, expected: string, isRequired: boolean): Refused[] {
  const {
    format,
    maxLength,
    minLength = 1,
  } = schema as { format?: string; maxLength?: number; minLength?: number };
  const blank = isRequired ? refusedWith('required', '') : [];
  if (maxLength === undefined) {
    // Lists in one text have rules of their own.
    const isOpen = expected === 'string_expected';
    const wrong = format === 'date-time' ? BAD_TIMES : ['nonsense'];
    return isOpen ? blank : [...blank, ...refusedWith(expected, ...wrong)];
  }
  const signs = format === 'password' ? [] : ['a\u0000b', '\ud800'];
  return [
    ...blank,
    ...refusedWith('invalid_characters', ...signs),
    ...refusedWith('too_long', 'x'.repeat(maxLength + 1)),
    ...(minLength > 1 ? refusedWith('too_short', 'x'.repeat(minLength - 1)) : []),
    ...(format === 'date' ? refusedWith('invalid_date', '2026-02-31') : []),
  ];
}

/** Lists lists that a field refuses: one that is too long, and those with a bad element. */
function badElements({ items, maxItems }: AnySchemaObject, resolve: Resolve): Refused[] {
  const element = resolve(items as AnySchemaObject);
  const tooMany = Array.from({ length: (maxItems as number) + 1 }, () =>
    exampleOf(element, resolve),
  );
  return [
    ...(maxItems === undefined ? [] : refusedWith(TOO_MANY, tooMany)),
    ...(element.type === 'object' ? badObjects(element, resolve) : []).map(
      ({ value, problems }) => ({
        value: [value],
        problems: problems.map((problem) => `0.${problem}`),
      }),
    ),
  ];
}

/** Makes a value that fits a declaration. */
function exampleOf(given: AnySchemaObject, resolve: Resolve): unknown {
  const schema = resolve(given);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return (schema.enum as unknown[])[0];
  const type = typeOf(schema);
  if (type === 'object') {
    const { properties = {}, required = [] } = schema as Properties;
    return Object.fromEntries(
      required.map((name) => [name, exampleOf(properties[name]!, resolve)]),
    );
  }
  if (type === 'array') return [exampleOf(schema.items as AnySchemaObject, resolve)];
  if (type === 'string')
    return (
      EXAMPLES[schema.format as string] ?? 'x'.repeat((schema.minLength as number | undefined) ?? 1)
    );
  return type === 'boolean' ? true : ((schema.minimum as number | undefined) ?? 1);
}

const EXAMPLES: Record<string, string> = {
  'date-time': '2026-01-15T10:00:00Z',
  date: '2026-01-15',
  email: 'a@b.example',
  uri: 'https://a.example/a',
};
