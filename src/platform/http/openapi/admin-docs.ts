import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CSV, XLSX, ZIP } from '../../csv/csv-response.js';
import { ApiErrors, type ErrorExample } from './api-docs.js';
import { ShownAs } from '../response-dto/response-dto.interceptor.js';
import type { ErrorCode } from '../errors.js';
import type { Page } from '../paging/page.js';

const BINARY: ReadonlySet<string> = new Set(['application/pdf', ZIP, XLSX]);

export type Errors = readonly (ErrorCode | ErrorExample)[];

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
  'paused',
];

/** A class of answers that can show rows, or a class of objects that a handler returns. */
export type ResponseDtoClass = (new () => object) & { show?: (row: never) => object };
/** The type that a handler returns for an answer. */
export type RowOf<C> = C extends { show: (row: infer Row) => unknown }
  ? Row
  : C extends new () => infer Shown
    ? Shown
    : never;
/** Decorator of a handler that returns a result; the compiler refuses other handlers. */
export type OnHandlerOf<Result> = <H extends (...args: never[]) => Promise<Result> | Result>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** Decorators that document answers, each with the refusals that all routes of an API share and those of the route. */
interface AnswerDocs {
  /** Answers with a row as `data`. 'recorded': 201, or 200 if an earlier call recorded it (`isReplay`). */
  Responds: <C extends ResponseDtoClass>(
    status: 200 | 201 | 202 | 'recorded',
    type: C,
    ...errors: Errors
  ) => OnHandlerOf<RowOf<C>>;
  /** Answers with a page of rows as `data` and `next_cursor`. */
  RespondsPage: <C extends ResponseDtoClass>(
    type: C,
    ...errors: Errors
  ) => OnHandlerOf<Page<RowOf<C>>>;
  /** Answers with a short list that has no pages, such as an outcome for each requested item. */
  RespondsList: <C extends ResponseDtoClass>(
    type: C,
    ...errors: Errors
  ) => OnHandlerOf<readonly RowOf<C>[]>;
  /** Documents an answer with `data`. */
  answer: (status: 200 | 201 | 202, type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents a list with `data` and `next_cursor`. */
  list: (type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents an answer with a short list that has no pages, such as an outcome for each requested item. */
  items: (type: new () => object, ...errors: Errors) => MethodDecorator;
  /** Documents a table as a CSV file or an Excel workbook. */
  table: (...errors: Errors) => MethodDecorator;
  /** Documents a file of one of some media types. Those that are not text are documented as bytes. */
  file: (types: readonly string[], ...errors: Errors) => MethodDecorator;
}

/** Makes the decorators of an API. @param shared the refusals that all of its routes share */
export function answerDocs(shared: Errors): AnswerDocs {
  const docs = documentsOf(shared);
  return {
    ...docs,
    Responds: (status, type, ...errors) => {
      const show = showOf(type);
      const [first, ...others] = status === 'recorded' ? ([201, 200] as const) : [status];
      return applyDecorators(
        // The last decorator sets the status.
        ...others.map((other) => docs.answer(other, type)),
        docs.answer(first, type, ...errors),
        ShownAs([first, ...others], (row) => ({ success: true, data: show(row) })),
      );
    },
    RespondsPage: (type, ...errors) => {
      const show = showOf(type);
      return applyDecorators(
        ShownAs([200], ({ rows, nextCursor }: Page<never>) => {
          return { success: true, data: rows.map((row) => show(row)), next_cursor: nextCursor };
        }),
        docs.list(type, ...errors),
      );
    },
    RespondsList: (type, ...errors) => {
      const show = showOf(type);
      return applyDecorators(
        ShownAs([200], (rows: never[]) => ({ success: true, data: rows.map((row) => show(row)) })),
        docs.items(type, ...errors),
      );
    },
  };
}

function showOf({ show = (row) => row }: ResponseDtoClass): (row: never) => object {
  return show;
}

function documentsOf(
  shared: Errors,
): Omit<AnswerDocs, 'Responds' | 'RespondsPage' | 'RespondsList'> {
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
  Responds,
  RespondsPage,
  RespondsList,
  answer: ApiAdmin,
  list: ApiAdminList,
  items: ApiAdminItems,
  table: ApiAdminTable,
  file: ApiAdminFile,
} = answerDocs(ADMIN_ERRORS);

/** Documents refusals, together with those that all routes of the Admin API share. */
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

/** Makes the schema of a file's content. */
function fileSchema(type: string): { type?: 'string'; format?: 'binary' } {
  // JSON of another program's format, whose root may be a list.
  if (type === 'application/json') return {};
  return BINARY.has(type) ? { type: 'string', format: 'binary' } : { type: 'string' };
}

const DESCRIPTIONS = { 200: 'Success', 201: 'Created', 202: 'Accepted' } as const;

/** Documents an answer, and answers with its status. A handler chooses 202 itself. */
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
