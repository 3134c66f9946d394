import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CSV, XLSX, ZIP } from '../../csv/csv-response.js';
import { ApiErrors, type ErrorExample } from './api-docs.js';
import type { ErrorCode } from '../errors.js';
import type { Page } from '../paging/page.js';

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

const BINARY: ReadonlySet<string> = new Set(['application/pdf', ZIP, XLSX]);

type Errors = readonly (ErrorCode | ErrorExample)[];

/** Errors of the admin token, of the session of an operator, and of both. */
const ADMIN_ERRORS: Errors = [
  'token_missing',
  'token_invalid',
  'not_signed_in',
  'cross_site',
  'permission_denied',
  'password_required',
  'totp_required',
  'rate_limited',
  'unknown_field',
  'internal_error',
  'unavailable',
];

/** Documents an answer of the Admin API, with the refusals that all of it shares. */
export function ApiAdmin(
  status: 200 | 201 | 202,
  type: new () => object,
  ...errors: Errors
): MethodDecorator {
  return documentedAnswer(status, type, [...ADMIN_ERRORS, ...errors]);
}

/** Documents a list of the Admin API. */
export function ApiAdminList(type: new () => object, ...errors: Errors): MethodDecorator {
  return documentedList(type, ['validation_failed', ...ADMIN_ERRORS, ...errors]);
}

/** Documents an outcome for each requested item. */
export function ApiAdminItems(type: new () => object, ...errors: Errors): MethodDecorator {
  return documentedItems(type, [...ADMIN_ERRORS, ...errors]);
}

/** Documents a table of the Admin API as a file. */
export function ApiAdminTable(...errors: Errors): MethodDecorator {
  return documentedTable([...ADMIN_ERRORS, ...errors]);
}

/** Documents a file of one of some media types. */
export function ApiAdminFile(types: readonly string[], ...errors: Errors): MethodDecorator {
  return documentedFile(types, [...ADMIN_ERRORS, ...errors]);
}

/** Documents refusals, with those that all of the Admin API shares. */
export function ApiAdminErrors(...errors: Errors): MethodDecorator {
  return ApiErrors(...ADMIN_ERRORS, ...errors);
}

/** Documents an answer with `data`. */
export function documentedAnswer(
  status: 200 | 201 | 202,
  type: new () => object,
  errors: Errors,
): MethodDecorator {
  return documented(status, type, { data: { $ref: getSchemaPath(type) } }, errors);
}

/** Documents a list with `data` and `next_cursor`. */
export function documentedList(type: new () => object, errors: Errors): MethodDecorator {
  const properties = {
    data: { type: 'array', items: { $ref: getSchemaPath(type) } },
    next_cursor: { type: 'string', nullable: true, description: 'null: the last page' },
  };
  return documented(200, type, properties, errors);
}

/** Documents an answer with a short list that has no pages. */
export function documentedItems(type: new () => object, errors: Errors): MethodDecorator {
  const data = { type: 'array', items: { $ref: getSchemaPath(type) } };
  return documented(200, type, { data }, errors);
}

/** Documents a table as a CSV file or an Excel workbook. */
export function documentedTable(errors: Errors): MethodDecorator {
  return documentedFile([CSV, XLSX], errors);
}

/** Documents a file of one of some media types; those that are no text are documented as bytes. */
export function documentedFile(types: readonly string[], errors: Errors): MethodDecorator {
  return applyDecorators(
    ApiResponse({
      status: 200,
      description: 'Success',
      content: Object.fromEntries(types.map((type) => [type, { schema: fileSchema(type) }])),
    }),
    ApiErrors(...errors),
  );
}

/** Returns the schema of a file's content. */
function fileSchema(type: string): { type?: 'string'; format?: 'binary' } {
  // JSON of another program's format, whose root may be a list.
  if (type === 'application/json') return {};
  return BINARY.has(type) ? { type: 'string', format: 'binary' } : { type: 'string' };
}

const DESCRIPTIONS = { 200: 'Success', 201: 'Created', 202: 'Accepted' } as const;

/** Documents an answer, and answers with its status; a handler chooses 202 itself. */
function documented(
  status: keyof typeof DESCRIPTIONS,
  type: new () => object,
  properties: Record<string, object>,
  errors: Errors,
): MethodDecorator {
  return applyDecorators(
    ...(status === 202 ? [] : [HttpCode(status)]),
    ApiExtraModels(type),
    ApiResponse({
      status,
      description: DESCRIPTIONS[status],
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
    ApiErrors(...errors),
  );
}

/** The refusals of a request with a body. */
export const BODY_ERRORS = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ErrorCode[];
