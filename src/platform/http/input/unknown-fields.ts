import { SetMetadata, type CustomDecorator, type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { closest, distance } from 'fastest-levenshtein';
import type { FieldError } from '../errors.js';

/** Far below what proxies and HTTP clients accept for all headers together. */
const HEADER_LENGTH_MAX = 1_000;
/** A suggestion with a larger share of different letters is no help. */
const DIFFERENT_SHARE_MAX = 0.5;

const IGNORES_UNKNOWN = 'ignores-unknown-fields';

/**
 * Makes the routes of a class ignore unknown fields and query parameters, and name them in `X-Ignored-Fields` and
 * `X-Ignored-Parameters`. Every other route refuses them.
 */
export const IgnoresUnknownFields = (): CustomDecorator => SetMetadata(IGNORES_UNKNOWN, true);

/** Returns true if a controller class carries {@link IgnoresUnknownFields}. */
export function ignoresUnknownFields(controller: object): boolean {
  return Reflect.getMetadata(IGNORES_UNKNOWN, controller) === true;
}

/** Lists the fields of a DTO: each has a validation decorator. */
export function declaredFields(dto: Type<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/**
 * Returns true if Nest and class-transformer silently remove a key, such as `constructor` and `toString`. No field and no
 * variation key has such a name.
 */
export function isRemovedName(key: string): boolean {
  return key in Object.prototype || key === 'prototype';
}

/** Makes the refusal of a field or query parameter. `path` is dotted; `known` are the valid names in its place. */
export function unknownField(path: string, known: readonly string[]): FieldError {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const suggestion = similarName(name, known);
  const expected =
    suggestion !== null
      ? `did you mean ${suggestion}?`
      : known.length === 0
        ? 'none is expected here'
        : `expected one of: ${known.join(', ')}`;
  return { field: path, code: 'unknown_field', message: `${path} is not known; ${expected}` };
}

/** Finds the known name that is most similar to another one; null: none is similar. */
export function similarName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  // A longer name is not a typing error, and the comparison takes time in proportion to the length.
  const nearest = closest(name.slice(0, 100), known);
  return distance(name.slice(0, 100), nearest) <= nearest.length * DIFFERENT_SHARE_MAX
    ? nearest
    : null;
}

/** Writes names into the value of a header of limited length; `+3` at its end means three more names. */
export function namesHeader(names: readonly string[]): string {
  const encoded = names.map(
    (name) => encodeURIComponent(name.slice(0, 100).toWellFormed()) || '""',
  );
  let header = '';
  let named = 0;
  for (const name of encoded) {
    if (header.length + name.length > HEADER_LENGTH_MAX) break;
    header += header === '' ? name : `, ${name}`;
    named += 1;
  }
  const rest = encoded.length - named;
  return rest > 0 ? `${header}${header && ', '}+${rest}` : header;
}
