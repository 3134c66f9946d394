import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CSV, XLSX, ZIP } from '../../csv/csv-response.js';
import { ApiErrors, type ErrorExample } from './api-docs.js';
import type { ErrorCode } from '../errors.js';

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

/** Decorators that document answers, each with the refusals that all of an API shares and those of the route. */
interface AnswerDocs {
  /** Documents an answer with `data`. */
  answer: (status: 200 | 201 | 202, type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents a list with `data` and `next_cursor`. */
  list: (type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents an answer with a short list that has no pages, such as an outcome for each requested item. */
  items: (type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents a table as a CSV file or an Excel workbook. */
  table: (...errors: Errors) => MethodDecorator;
  /** Documents a file of one of some media types; those that are no text are documented as bytes. */
  file: (types: readonly string[], ...errors: Errors) => MethodDecorator;
}

/** Returns the decorators of an API. @param shared the refusals that all of it shares */
export function answerDocs(shared: Errors): AnswerDocs {
  return {
    answer: (status, type, ...errors) =>
      documented(status, type, { data: { $ref: getSchemaPath(type) } }, [...shared, ...errors]),
    list: (type, ...errors) => {
      const properties = {
        data: { type: 'array', items: { $ref: getSchemaPath(type) } },
        next_cursor: { type: 'string', nullable: true, description: 'null: the last page' },
      };
      return documented(200, type, properties, ['validation_failed', ...shared, ...errors]);
    },
    items: (type, ...errors) => {
      const data = { type: 'array', items: { $ref: getSchemaPath(type) } };
      return documented(200, type, { data }, [...shared, ...errors]);
    },
    table: (...errors) => documentedFile([CSV, XLSX], [...shared, ...errors]),
    file: (types, ...errors) => documentedFile(types, [...shared, ...errors]),
  };
}

export const {
  answer: ApiAdmin,
  list: ApiAdminList,
  items: ApiAdminItems,
  table: ApiAdminTable,
  file: ApiAdminFile,
} = answerDocs(ADMIN_ERRORS);

/** Documents refusals, with those that all of the Admin API shares. */
export function ApiAdminErrors(...errors: Errors): MethodDecorator {
  return ApiErrors(...ADMIN_ERRORS, ...errors);
}

function documentedFile(types: readonly string[], errors: Errors): MethodDecorator {
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
