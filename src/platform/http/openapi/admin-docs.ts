import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiErrors, type ErrorExample } from './api-docs.js';
import type { ErrorCode } from '../errors.js';
import type { Page } from '../page.js';

/** The shape of the Admin API's answers. */
export interface AdminAnswer<T> {
  success: true;
  data: T;
}

/** The shape of the Admin API's lists. */
export interface AdminList<T> extends AdminAnswer<T[]> {
  next_cursor: string | null;
}

export function adminAnswer<T>(data: T): AdminAnswer<T> {
  return { success: true, data };
}

export function adminList<R, T>({ rows, nextCursor }: Page<R>, show: (row: R) => T): AdminList<T> {
  return { success: true, data: rows.map(show), next_cursor: nextCursor };
}

/** Documents an answer of the Admin API, with the refusals that all of it shares. */
export function ApiAdmin(
  status: 200 | 201,
  type: new () => object,
  ...errors: readonly (ErrorCode | ErrorExample)[]
): MethodDecorator {
  return documented(status, type, { data: { $ref: getSchemaPath(type) } }, errors);
}

/** Documents a list of the Admin API. */
export function ApiAdminList(
  type: new () => object,
  ...errors: readonly (ErrorCode | ErrorExample)[]
): MethodDecorator {
  const properties = {
    data: { type: 'array', items: { $ref: getSchemaPath(type) } },
    next_cursor: { type: 'string', nullable: true, description: 'null: the last page' },
  };
  return documented(200, type, properties, ['validation_failed', ...errors]);
}

function documented(
  status: 200 | 201,
  type: new () => object,
  properties: Record<string, object>,
  errors: readonly (ErrorCode | ErrorExample)[],
): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status,
      description: status === 201 ? 'Created' : 'Success',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['success', ...Object.keys(properties)],
            properties: { success: { type: 'boolean', enum: [true] }, ...properties },
          },
        },
      },
    }),
    ApiAdminErrors(...errors),
  );
}

/** Documents refusals, with those that all of the Admin API shares. */
export function ApiAdminErrors(...errors: readonly (ErrorCode | ErrorExample)[]): MethodDecorator {
  return ApiErrors(
    'token_missing',
    'token_invalid',
    'unknown_field',
    'internal_error',
    'unavailable',
    ...errors,
  );
}

/** The refusals of a request with a body. */
export const BODY_ERRORS = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ErrorCode[];
