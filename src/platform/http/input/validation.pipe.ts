import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { dtoReader, isObject, type DtoReader } from './dto-reader.js';
import { AppError, type FieldError } from '../errors.js';
import { brokenRule } from './fields.js';
import type { HeaderSink } from '../header-sink.js';
import { oncePerObject } from '../representation/representation.js';
import { requestContext } from '../request-context.js';
import { declaredFields, isRemovedName, namesHeader, unknownField } from './unknown-fields.js';

const readers = new Map<Type<object> | undefined, DtoReader | null>();

/** class-validator's name for a property that its class does not declare. */
const NOT_IN_DTO = 'whitelistValidation';

/**
 * Pipe that turns a body or query into its DTO. A 422 names every invalid field. An unknown field is invalid, too, except on
 * routes that ignore unknown fields: there it is removed from the body and named in `X-Ignored-Fields`.
 */
export class RequestValidationPipe implements PipeTransform {
  private readonly strict = validationPipe({ forbidNonWhitelisted: true });
  private readonly lenient = validationPipe({ forbidNonWhitelisted: false });
  /** Results by the object of the query, which `queryParser` repeats, and by class. */
  private readonly madeOf = oncePerObject((_query: object) => new Map<unknown, unknown>());

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (!isValidated(metadata)) return value;
    if (metadata.type === 'body' || !isObject(value)) return this.read(value, metadata);
    const made = this.madeOf(value);
    const known = made.get(metadata.metatype);
    if (known !== undefined) return known;
    const dto = this.read(value, metadata);
    if (!(dto instanceof Promise)) made.set(metadata.metatype, dto);
    return dto;
  }

  private read(value: unknown, metadata: ArgumentMetadata): unknown {
    // The fast reader accepts valid values without unknown fields; the libraries find the errors of all others.
    return readerOf(metadata.metatype)?.(value) ?? this.readByLibraries(value, metadata);
  }

  private async readByLibraries(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const context = requestContext();
    if (context?.ignoresUnknownFields !== true) {
      refuseRemovedKeys(value);
      return this.strict.transform(value, metadata) as unknown;
    }
    // The library removes keys such as `constructor` from the value itself.
    const received: unknown = metadata.type === 'body' ? structuredClone(value) : null;
    const dto: unknown = await this.lenient.transform(value, metadata);
    nameIgnoredFields(ignoredFields(received, dto), context.headers);
    return dto;
  }
}

/** Reads a value that is no body of a request, such as a row of a file. Without faults, the DTO is valid. */
export function readDto<T extends object>(type: Type<T>, value: object): [T, FieldError[]] {
  const valid = readerOf(type)?.(value);
  if (valid) return [valid as T, []];
  const dto = plainToInstance(type, value);
  const errors = validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: true });
  return [dto, errors.flatMap((error) => fieldErrors(error))];
}

function readerOf(type: Type<object> | undefined): DtoReader | null {
  let reader = readers.get(type);
  if (reader === undefined) readers.set(type, (reader = type ? dtoReader(type) : null));
  return reader;
}

/** Tells whether a parameter is a body or query; parameters of a path have pipes of their own, which need them as they were sent. */
function isValidated({ type }: ArgumentMetadata): boolean {
  return type === 'body' || type === 'query';
}

function validationPipe(options: { forbidNonWhitelisted: boolean }): ValidationPipe {
  return new ValidationPipe({
    ...options,
    transform: true,
    whitelist: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    // The class of the object at fault declares the names to suggest.
    validationError: { target: true },
    exceptionFactory: (errors) => refusalOf(errors.flatMap((error) => fieldErrors(error))),
  });
}

/** Makes a 422: `unknown_field` if there is no other fault. */
function refusalOf(fields: FieldError[]): AppError {
  const isUnknownOnly = fields.every(({ code }) => code === 'unknown_field');
  return new AppError(isUnknownOnly ? 'unknown_field' : 'validation_failed', { fields });
}

/** Lists the fields at fault, with dotted paths. */
function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = `${parent}${error.property}`;
  const broken = brokenRule(error.constraints ?? {});
  if (broken?.[0] === NOT_IN_DTO) return [unknownField(field, knownNames(error.target))];
  return [
    ...(broken === null ? [] : [{ field, code: broken[0], message: `${field} ${broken[1]}` }]),
    ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`)),
  ];
}

/** Refuses the keys that the libraries would remove, also where keys are data. */
function refuseRemovedKeys(received: unknown): void {
  const found: FieldError[] = [];
  const values: [path: string, value: unknown][] = [['', received]];
  // Not recursive: values can be nested more deeply than the stack reaches.
  for (const [path, value] of values) {
    if (!isParsed(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (isRemovedName(key)) found.push(unknownField(`${path}${key}`, []));
      values.push([`${path}${key}.`, inner]);
    }
  }
  if (found.length > 0) throw refusalOf(found);
}

/** Tells whether a value is an object or a list that was parsed; false for a file, or a stream, which may contain itself. */
function isParsed(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return [Object.prototype, Array.prototype, null].includes(prototype as null);
}

/** Lists the dotted paths of the keys of `received` that `kept` does not have. */
function ignoredFields(received: unknown, kept: unknown, parent = ''): string[] {
  if (!isObject(received) || !isObject(kept)) return [];
  return Object.entries(received).flatMap(([key, value]) =>
    Object.hasOwn(kept, key)
      ? ignoredFields(value, kept[key], `${parent}${key}.`)
      : [`${parent}${key}`],
  );
}

function nameIgnoredFields(fields: readonly string[], headers: HeaderSink): void {
  if (fields.length > 0) headers.setHeader('X-Ignored-Fields', namesHeader(fields));
}

/** Lists the fields that the class of a DTO declares. */
function knownNames(dto: object | undefined): string[] {
  const { constructor } = dto ?? {};
  return typeof constructor === 'function' ? declaredFields(constructor as Type<object>) : [];
}
