import type { Type } from '@nestjs/common';
import { TransformationType, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { declaredFields } from './unknown-fields.js';

// class-transformer publishes no way to ask what it knows of a class; Nest's mapped types read the same file of it. That
// a reader makes what the libraries make is tested in dto-reader.spec.ts.

/** Function that makes the instance of a DTO, or returns null if the value needs the full validation. */
export type DtoReader = (value: unknown) => object | null;

interface ReadField {
  name: string;
  /** Reader of a nested DTO, or of each DTO of a list. */
  nested: { read: DtoReader; isList: boolean } | null;
  /** True if the value is converted to a number. */
  isNumber: boolean;
  transforms: readonly ((params: TransformFnParams) => unknown)[];
  /** True if the field is checked at all. */
  conditions: readonly ((dto: object, value: unknown) => unknown)[];
  checks: readonly ((value: unknown, dto: object) => unknown)[];
}

const TRANSFORMATION = { type: TransformationType.PLAIN_TO_CLASS, options: {} };

/**
 * Compiles a reader of a DTO class that gives the same results as class-transformer and class-validator in a twentieth of
 * their time, because they repeat all metadata lookups for each object. Errors are left to the libraries, so that their
 * texts are the same.
 *
 * @returns null if the class uses features of the libraries that a reader does not support
 */
export function dtoReader(type: Type<object>): DtoReader | null {
  const names = declaredFields(type);
  const fields = names.map((name) => fieldOf(type, name)).filter((field) => field !== null);
  if (fields.length < names.length || isExposed(type)) return null;
  const byName = new Map(fields.map((field) => [field.name, field]));
  return (value) => {
    if (!isPlainObject(value)) return null;
    const dto = new type() as Record<string, unknown>;
    for (const key of Object.keys(value)) {
      const field = byName.get(key);
      if (field === undefined || !take(dto, field, value)) return null;
    }
    return fields.every((field) => isValid(dto, field, value)) ? dto : null;
  };
}

/** Sets a field of the DTO; false: what was received for it is not plainly valid. */
function take(
  dto: Record<string, unknown>,
  { name, nested, isNumber, transforms }: ReadField,
  from: Record<string, unknown>,
): boolean {
  const received = from[name];
  const read = nested === null ? readPlain(received, isNumber) : readNested(nested, received);
  if (read === undefined) return false;
  let value: unknown = read;
  for (const transform of transforms) {
    value = transform({ value, key: name, obj: from, ...TRANSFORMATION });
  }
  dto[name] = value;
  // DTOs of another origin were not checked.
  return nested === null || isSame(value, read);
}

/** Reads a value that is no object, or a list of such values; undefined: it is another one. */
function readPlain(received: unknown, isNumber: boolean): unknown {
  if (isNumber && received !== null) return isObject(received) ? undefined : Number(received);
  if (!isObject(received)) return received;
  return Array.isArray(received) && !received.some(isObject) ? [...received] : undefined;
}

/** Reads the DTO or DTOs in a field, or undefined if the value is not certainly valid. */
function readNested(
  { read, isList }: NonNullable<ReadField['nested']>,
  received: unknown,
): object | null | undefined {
  if (received === null) return null;
  if (!isList || !Array.isArray(received)) return read(received) ?? undefined;
  const dtos = received.map((one) => read(one));
  return dtos.includes(null) ? undefined : dtos;
}

function isSame(value: unknown, read: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(read)) return value === read;
  return value.length === read.length && value.every((one, at) => one === read[at]);
}

function isValid(
  dto: Record<string, unknown>,
  { name, nested, conditions, checks }: ReadField,
  from: object,
): boolean {
  const value = dto[name];
  if (!conditions.every((isMet) => isMet(dto, value))) return true;
  const isChecked =
    nested === null || value === undefined || (value !== null && Object.hasOwn(from, name));
  return isChecked && checks.every((check) => check(value, dto) === true);
}

function fieldOf(type: Type<object>, name: string): ReadField | null {
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .filter(({ propertyName }) => propertyName === name);
  const transforms = defaultMetadataStorage.findTransformMetadatas(type, name, TRANSFORMATION.type);
  const isNumber =
    defaultMetadataStorage.findTypeMetadata(type, name)?.typeFunction() === Number &&
    rules.every((rule) => rule.type !== 'nestedValidation');
  const nested = isNumber ? null : nestedOf(type, name, rules);
  const conditions = rules.filter((rule) => rule.type === 'conditionalValidation');
  const checks = rules.filter((rule) => rule.type === 'customValidation');
  const isKnown =
    nested !== undefined &&
    rules.length === conditions.length + checks.length + (nested === null ? 0 : 1) &&
    rules.every((rule) => !rule.groups?.length && !rule.always && !rule.validateIf) &&
    checks.every(({ each }) => !each) &&
    transforms.every(({ options }) => Object.keys(options ?? {}).length === 0);
  if (!isKnown) return null;
  return {
    name,
    nested,
    isNumber,
    transforms: transforms.map(({ transformFn }) => transformFn),
    conditions: conditions.map(
      ({ constraints }) => constraints[0] as ReadField['conditions'][number],
    ),
    checks: checks.flatMap(checksOf),
  };
}

/** Finds the reader of a nested DTO; null: the field holds a plain value; undefined: there is no reader for it. */
function nestedOf(
  type: Type<object>,
  name: string,
  rules: readonly ValidationMetadata[],
): ReadField['nested'] | undefined {
  const converted = defaultMetadataStorage.findTypeMetadata(type, name);
  const rule = rules.find((one) => one.type === 'nestedValidation');
  if (converted === undefined && rule === undefined) return null;
  if (converted?.options?.discriminator !== undefined || rule === undefined) return undefined;
  const read = converted && dtoReader(converted.typeFunction() as Type<object>);
  return read ? { read, isList: rule.each } : undefined;
}

function checksOf({
  constraintCls,
  constraints,
  propertyName,
}: ValidationMetadata): ReadField['checks'] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => (value, object) => {
      const targetName = object.constructor.name;
      return instance.validate(value, {
        value,
        object,
        constraints,
        property: propertyName,
        targetName,
      });
    });
}

/** Tells whether `@Expose()` or `@Exclude()` decides which fields exist. */
function isExposed(type: Type<object>): boolean {
  return (
    defaultMetadataStorage.getStrategy(type) !== 'none' ||
    defaultMetadataStorage.getExposedMetadatas(type).length > 0 ||
    defaultMetadataStorage.getExcludedMetadatas(type).length > 0
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A query has none.
  return prototype === Object.prototype || prototype === null;
}
