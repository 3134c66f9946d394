import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { AppError, type FieldError } from './errors.js';
import { requestContext } from './request-context.js';

/** Far below what proxies and clients take for all headers together. */
const IGNORED_HEADER_LENGTH = 1_000;

/**
 * Turns a body or query into its DTO. Every field at fault is named in a 422; what the DTO does not
 * know is left out and named in `X-Ignored-Fields`.
 */
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) =>
        new AppError('validation_failed', {
          fields: errors.flatMap((error) => fieldErrors(error)),
        }),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // What is in a path has pipes of its own, which want it as it was sent.
    if (metadata.type !== 'body' && metadata.type !== 'query') return value;
    const dto: unknown = await super.transform(value, metadata);
    if (metadata.type === 'body') nameIgnoredFields(ignoredFields(value, dto));
    return dto;
  }
}

/** The fields at fault, with dotted paths. */
export function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = `${parent}${error.property}`;
  const [first] = Object.entries(error.constraints ?? {});
  return [
    ...(first === undefined ? [] : [{ field, code: first[0], message: `${field} ${first[1]}` }]),
    ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`)),
  ];
}

/** Dotted paths of the keys of `received` that `kept` does not have. */
function ignoredFields(received: unknown, kept: unknown, parent = ''): string[] {
  if (!isObject(received) || !isObject(kept)) return [];
  return Object.entries(received).flatMap(([key, value]) =>
    Object.hasOwn(kept, key)
      ? ignoredFields(value, kept[key], `${parent}${key}.`)
      : [`${parent}${key}`],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Names the fields in a header of a bounded length; `+3` at its end: three more are not named. */
function nameIgnoredFields(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const names = fields.map(
    (field) => encodeURIComponent(field.slice(0, 100).toWellFormed()) || '""',
  );
  let header = '';
  let named = 0;
  for (const name of names) {
    if (header.length + name.length > IGNORED_HEADER_LENGTH) break;
    header += header === '' ? name : `, ${name}`;
    named += 1;
  }
  const rest = names.length - named;
  if (rest > 0) header += `${header && ', '}+${rest}`;
  requestContext()?.response.setHeader('X-Ignored-Fields', header);
}
