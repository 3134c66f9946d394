import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsIn, type Operation } from './fuzz-routes.js';
import type { Schema, Schemas } from './fuzz-schema.js';
import { PLAYTHINGS } from './fuzz-shop.js';

/** Values of every wrong type, size and form; a field that allows one of them accepts it. */
export const HOSTILE_VALUES: readonly unknown[] = [
  true,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'text',
  '\u0000',
  '\ud800',
  '9'.repeat(400),
  '🧺'.repeat(2_500),
  '2026-13-45T99:99:99Z',
  [],
  [null],
  [[]],
  ['x', 'x'],
  {},
  { length: 1 },
  { toString: 'x' },
];

const HOSTILE_TEXTS = [
  '',
  'null',
  '-1',
  '1.5',
  '9'.repeat(400),
  '%00',
  '%ED%A0%80',
  '%ff',
  '*',
  '{}',
];

/** A request with one value that is wrong for its field, and the documents' description of the field. */
export interface HostileRequest {
  method: string;
  path: string;
  body?: object;
  /** Dotted, as errors name it; null for a parameter. */
  field: string | null;
  /** Meaning of null in a field of a body, by the document. */
  nullMeans?: 'absent' | 'missing' | 'itself';
  /** The same request without the field. */
  bodyWithout?: object;
}

interface FieldPlace {
  path: (string | number)[];
  isRequired: boolean;
  isNullable: boolean;
}

/** Makes requests to every operation of a document with each value in each field and parameter. */
export function hostileRequests(
  document: OpenAPIObject,
  valuesFor: (all: readonly unknown[]) => readonly unknown[],
): HostileRequest[] {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  return operationsIn(document).flatMap(({ path: template, method, operation }) => {
    const path = filledPath(template);
    const schema = operation.requestBody?.content['application/json']?.schema;
    return [
      ...(schema === undefined
        ? []
        : inBody(method, path, resolved(schema, schemas), schemas, valuesFor)),
      ...inQuery(method, path, operation, valuesFor),
    ];
  });
}

function inBody(
  method: string,
  path: string,
  schema: Schema,
  schemas: Schemas,
  valuesFor: (all: readonly unknown[]) => readonly unknown[],
): HostileRequest[] {
  const plain = sampleOf(schema, schemas) as object;
  return placesIn(schema, schemas).flatMap((place) => {
    const field = place.path.join('.');
    const sent = (value: unknown): object => withValue(plain, place.path, value) as object;
    const nullMeans = place.isRequired ? 'missing' : place.isNullable ? 'itself' : 'absent';
    return [
      { method, path, body: sent(null), field, nullMeans, bodyWithout: sent(undefined) },
      ...valuesFor(HOSTILE_VALUES).map((value) => ({ method, path, body: sent(value), field })),
    ];
  });
}

function inQuery(
  method: string,
  path: string,
  { parameters = [] }: Operation,
  valuesFor: (all: readonly unknown[]) => readonly unknown[],
): HostileRequest[] {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.flatMap((name) => {
    const values = valuesFor(HOSTILE_TEXTS).map((value) => `${name}=${String(value)}`);
    const odd = [`${name}=1&${name}=2`, `${name}[a]=1`];
    return [...values, ...odd].map((query) => ({ method, path: `${path}?${query}`, field: null }));
  });
}

const KEYS: Record<string, string | undefined> = {
  sku: PLAYTHINGS.skus[0],
  code: PLAYTHINGS.plans[0],
  order_number: 'WO-0000000000',
};

function filledPath(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => KEYS[name] ?? PLAYTHINGS.ids[0]!);
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const [only] = schema.allOf ?? schema.oneOf ?? [];
  if (only !== undefined) return { ...resolved(only, schemas), ...nullable(schema) };
  if (schema.$ref === undefined) return schema;
  return schemas[schema.$ref.split('/').at(-1)!] ?? {};
}

/** Returns the type of a schema with `null` next to a reference. */
function nullable({ oneOf = [] }: Schema): Schema {
  return oneOf.some(({ type }) => type === 'null') ? { type: ['object', 'null'] } : {};
}

/** Lists the places of all fields, also in nested objects and lists. */
function placesIn(schema: Schema, schemas: Schemas): FieldPlace[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = resolved(property, schemas);
    const types = [inner.type].flat();
    const item = inner.items === undefined ? null : resolved(inner.items, schemas);
    const isNullable = types.includes('null') || (inner.enum ?? []).includes(null);
    return [
      { path: [name], isRequired: required.includes(name), isNullable },
      ...prefixed([name], placesIn(inner, schemas)),
      ...(item === null ? [] : prefixed([name, 0], placesIn(item, schemas))),
    ];
  });
}

function prefixed(path: (string | number)[], places: FieldPlace[]): FieldPlace[] {
  return places.map((place) => ({ ...place, path: [...path, ...place.path] }));
}

/** Makes a value that a schema allows, with all of its fields. */
function sampleOf(schema: Schema, schemas: Schemas): unknown {
  const {
    example,
    enum: values,
    type,
    properties = {},
    items,
    minimum = 1,
  } = resolved(schema, schemas);
  if (example !== undefined) return example;
  if (values !== undefined) return values[0];
  const [kind] = [type].flat();
  if (kind === 'object' || Object.keys(properties).length > 0) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, sampleOf(property, schemas)]),
    );
  }
  if (kind === 'array') return items === undefined ? [] : [sampleOf(items, schemas)];
  if (kind === 'integer' || kind === 'number') return minimum;
  return kind === 'boolean' ? true : 'x';
}

/** Makes a copy of an object with another value at a place. undefined removes it. */
function withValue(target: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (
    Array.isArray(target) ? [...(target as unknown[])] : { ...(target as object) }
  ) as Record<string | number, unknown>;
  const made = withValue(copy[key], rest, value);
  if (made === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = made;
  return copy;
}
