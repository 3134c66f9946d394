import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ORDER_STATUSES } from '../../../../src/orders/lifecycle/order-lifecycle.js';
import { SHIPMENT_STATES } from '../../../../src/orders/tracking/shipment-state.js';
import { limitOf, SCHEMAS, type Schema } from '../contract.js';

/** A type that has as many fields of another one is declared by it. */
const SHARED_MIN = 3;
/** More values of an enumeration, such as all error codes, have a list of their own. */
const LISTED_MAX = 10;

/** Values that several types have, by the name of their union. */
const UNIONS = Object.entries({ Status: ORDER_STATUSES, State: SHIPMENT_STATES });

type Named = readonly [name: string, schema: Schema];

/**
 * Writes the schemas of a document as types of TypeScript, some of them by an earlier one: `extends A`, `Partial<A>`. Fields with the same name
 * and meaning are described once.
 */
export function typeDeclarations(document: OpenAPIObject): string {
  const schemas = Object.entries(document.components?.schemas ?? {}) as unknown as Named[];
  const described = new Set<string>();
  const types = schemas
    .map((named, index) => declaration(named, schemas.slice(0, index), described))
    .join('\n');
  const unions = UNIONS.map(([name, values]) => `type ${name} = ${unionOf(values)};`);
  return [...unions, types].join('\n');
}

/** Makes the name of a schema's type; `Error` alone would be JavaScript's own. */
export function typeName(schema: string): string {
  return schema === 'ErrorDto' ? 'ApiError' : schema.replace(/Dto$/, '');
}

function declaration(
  [name, schema]: Named,
  earlier: readonly Named[],
  described: Set<string>,
): string {
  const partial = earlier.find(([, other]) => isPartial(schema, other));
  if (partial !== undefined) return `type ${typeName(name)} = Partial<${typeName(partial[0])}>;`;
  const base = earlier.findLast(([, other]) => isExtended(schema, other));
  const inherited = base?.[1].properties ?? {};
  const fields = Object.entries(schema.properties ?? {})
    .filter(([field]) => !(field in inherited))
    .map((field) => fieldOf(field, schema.required ?? [], described));
  const head = `interface ${typeName(name)}${base === undefined ? '' : ` extends ${typeName(base[0])}`}`;
  const isShort = fields.every((field) => !field.includes(' // '));
  return isShort ? `${head} { ${fields.join(' ')} }` : `${head} {\n${fields.join('\n')}\n}`;
}

/** Returns true if a schema has the fields of another one, all of them optional. */
function isPartial({ properties = {}, required = [] }: Schema, other: Schema): boolean {
  const all = other.properties ?? {};
  const fields = Object.keys(properties);
  return (
    required.length === 0 &&
    fields.length >= SHARED_MIN &&
    fields.length === Object.keys(all).length &&
    fields.every((field) => JSON.stringify(properties[field]) === JSON.stringify(all[field]))
  );
}

/** Returns true if a schema has every field of another one, unchanged. */
function isExtended(schema: Schema, other: Schema): boolean {
  const fields = Object.keys(other.properties ?? {});
  const textOf = ({ properties = {}, required = [] }: Schema, field: string): string =>
    JSON.stringify([properties[field], required.includes(field)]);
  return (
    fields.length >= SHARED_MIN &&
    fields.every((field) => textOf(schema, field) === textOf(other, field))
  );
}

function fieldOf(
  [name, property]: Named,
  required: readonly string[],
  described: Set<string>,
): string {
  const description = property.description?.replace(/\s*\n\s*/g, ' ').replaceAll('`', '') ?? '';
  // The first sentence of some only says when the field is there.
  const meaning = firstSentences(description, description.startsWith('Only') ? 2 : 1);
  const comment = [limitOf(property), meaning]
    .filter(Boolean)
    .join('. ')
    .replace('Only with include=', 'with ')
    .replace('; null: not known', '; null: unknown');
  const field = `${name}${required.includes(name) ? '' : '?'}: ${typeOf(property)};`;
  // The types of answers say `1 to`, those of corrections, whose fields are optional, `up to`.
  const key = `${name} ${comment.replace(/^(1|up) to /, '')}`;
  if (comment === '' || described.has(key)) return field;
  described.add(key);
  return `${field} // ${comment}`;
}

function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type = 'object', enum: values } = schema;
  if ($ref !== undefined) return typeName($ref.slice(SCHEMAS.length));
  const parts = allOf ?? anyOf ?? oneOf;
  if (parts !== undefined) return parts.map(typeOf).join(' | ');
  const known = values?.filter((value) => value !== null);
  const union = UNIONS.find(([, all]) => isDeepStrictEqual(known, all));
  if (union !== undefined) return values!.includes(null) ? `${union[0]} | null` : union[0];
  if (values !== undefined && values.length <= LISTED_MAX) return unionOf(values);
  return [type]
    .flat()
    .map((name) => simpleType(name, schema))
    .join(' | ');
}

function simpleType(name: string, { items, additionalProperties }: Schema): string {
  if (name === 'array') {
    const type = items === undefined ? 'unknown' : typeOf(items);
    return type.includes(' | ') ? `(${type})[]` : `${type}[]`;
  }
  if (name === 'object' && typeof additionalProperties === 'object') {
    return `Record<string, ${typeOf(additionalProperties)}>`;
  }
  return name === 'integer' ? 'number' : name;
}

function unionOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ');
}

export function firstSentences(text: string, count: number): string {
  return text
    .split(/(?<=\.) (?=[A-Z`“])/)
    .slice(0, count)
    .join(' ');
}
