import { ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { AppError, type FieldError } from '../errors.js';
import { oncePerObject } from '../representation/representation.js';
import { requestContext, type RequestContext } from '../request-context.js';
import { declaredFields, isRemovedName, namesHeader, unknownField } from './unknown-fields.js';

const CHECKS: ValidatorOptions = { stopAtFirstError: true, forbidUnknownValues: true };
/** class-validator's name for a property that its class does not declare. */
const NOT_IN_DTO = 'whitelistValidation';

/**
 * Pipe that turns a body or query into its DTO; a 422 names every invalid field. An unknown field is invalid, except on routes
 * that ignore unknown fields.
 * - there it is removed from the body and named in `X-Ignored-Fields`
 */
export class RequestValidationPipe extends ValidationPipe {
  /** The DTOs that were made from a query before, by their class: see {@link queryParser}. */
  private readonly madeOf = oncePerObject((_query: object) => ({
    strict: new Map<unknown, unknown>(),
    lenient: new Map<unknown, unknown>(),
  }));

  constructor() {
    super({
      ...CHECKS,
      transform: true,
      whitelist: true,
      // The class of the object at fault declares the names to suggest.
      validationError: { target: true },
      exceptionFactory: (errors) => refusalOf(errors.flatMap((error) => fieldErrors(error))),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type } = metadata;
    // Parameters of a path have pipes of their own, which need them as they were sent. Nest awaits a value, too, and sooner.
    if (type !== 'body' && type !== 'query') return value as Promise<unknown>;
    return this.transformInput(value, metadata);
  }

  private async transformInput(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const context = lenientContext();
    if (type === 'body' || !isObject(value)) return this.read(value, metadata, context);
    const made = this.madeOf(value)[context === null ? 'strict' : 'lenient'];
    const known = made.get(metatype);
    if (known !== undefined) return known;
    // Frozen: requests of all callers share it.
    const dto = Object.freeze(await this.read(value, metadata, context));
    made.set(metatype, dto);
    return dto;
  }

  private async read(
    value: unknown,
    metadata: ArgumentMetadata,
    context: RequestContext | null,
  ): Promise<unknown> {
    const removed = removedKeys(value);
    if (context === null) {
      if (removed.length > 0) throw refusalOf(removed.map((path) => unknownField(path, [])));
      return super.transform(value, metadata);
    }
    // Nest removes them from the value itself.
    const received = removed.length > 0 ? structuredClone(value) : value;
    const dto: unknown = await super.transform(value, metadata);
    if (metadata.type === 'body') {
      const ignored = ignoredFields(received, dto);
      if (ignored.length > 0) context.headers.setHeader('X-Ignored-Fields', namesHeader(ignored));
    }
    return dto;
  }

  /** Returns none, because neither JSON nor a query contains bytes. Nest's search would take 18 µs of an order. */
  protected override findNestedBinaryValues(): ValidationError[] {
    return [];
  }

  protected override validate(
    dto: object,
    options?: ValidatorOptions,
  ): Promise<ValidationError[]> | ValidationError[] {
    return super.validate(dto, { ...options, forbidNonWhitelisted: lenientContext() === null });
  }
}

/** Reads a value that is not the body of a request, such as a row of a file. Without faults, the DTO is valid. */
export function readDto<T extends object>(type: Type<T>, value: object): [T, FieldError[]] {
  const dto = plainToInstance(type, value);
  return [dto, validateSync(dto, CHECKS).flatMap((error) => fieldErrors(error))];
}

/** Returns the context of a request whose route ignores unknown fields; null: the route refuses them. */
function lenientContext(): RequestContext | null {
  const context = requestContext();
  return context?.ignoresUnknownFields === true ? context : null;
}

/** Makes a 422: `unknown_field` if there is no other fault. */
function refusalOf(fields: FieldError[]): AppError {
  const isUnknownOnly = fields.every(({ code }) => code === 'unknown_field');
  return new AppError(isUnknownOnly ? 'unknown_field' : 'validation_failed', { fields });
}

/** Lists the fields at fault, with dotted paths. */
function fieldErrors(
  { property, target, constraints = {}, contexts = {}, children = [] }: ValidationError,
  parent = '',
): FieldError[] {
  const field = `${parent}${property}`;
  if (NOT_IN_DTO in constraints) return [unknownField(field, knownNames(target))];
  return [
    ...Object.entries(constraints).map(([name, text]) => {
      const { code = name } = (contexts[name] ?? {}) as { code?: string };
      return { field, code, message: `${field} ${text}` };
    }),
    ...children.flatMap((child) => fieldErrors(child, `${field}.`)),
  ];
}

/** Lists the dotted paths of the keys that the libraries would remove, even where keys are data. */
function removedKeys(received: unknown): string[] {
  const found: string[] = [];
  const values: [path: string, value: unknown][] = [['', received]];
  // Not recursive: values can be nested more deeply than the stack reaches.
  for (const [path, value] of values) {
    if (!isParsed(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (isRemovedName(key)) found.push(`${path}${key}`);
      values.push([`${path}${key}.`, inner]);
    }
  }
  return found;
}

/**
 * Returns true if a value is an object or a list that was parsed. Returns false for a file or a stream, which may contain
 * itself.
 */
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

/** Lists the fields that the class of a DTO declares. */
function knownNames(dto: object | undefined): string[] {
  const { constructor } = dto ?? {};
  return typeof constructor === 'function' ? declaredFields(constructor as Type<object>) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
