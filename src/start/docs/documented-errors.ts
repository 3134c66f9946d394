import type { OpenAPIObject } from '@nestjs/swagger';
import {
  AppError,
  ERRORS,
  errorBody,
  EXAMPLE_REQUEST_ID,
  type ErrorCode,
} from '../../platform/http/errors.js';

/** An error code with the operations that can answer it. */
export interface DocumentedError {
  code: ErrorCode;
  /** Such as `POST /api/orders`, with the operation's id; empty: any request can have the error. */
  operations: { name: string; id: string }[];
  /** The body of an example answer. */
  example: unknown;
}

/** The errors of requests that reach no operation. */
const ANYWHERE: readonly ErrorCode[] = [
  'malformed_request',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

/** The methods of operations. */
export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Lists every error code of a document, in the order of the table of errors. */
export function documentedErrors({ paths }: OpenAPIObject): DocumentedError[] {
  const byCode = new Map<string, DocumentedError>(
    ANYWHERE.map((code) => [code, { code, operations: [], example: exampleOf(code) }]),
  );
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const { operationId: id = '', responses } = item[method] ?? {};
      for (const [code, example] of errorsOf(responses)) {
        const error = byCode.get(code) ?? { code, operations: [], example };
        error.operations.push({ name: `${method.toUpperCase()} ${path}`, id });
        byCode.set(code, error);
      }
    }
  }
  return (Object.keys(ERRORS) as ErrorCode[]).flatMap((code) => byCode.get(code) ?? []);
}

/** Lists the codes of the error answers with an example of each. */
function errorsOf(responses: object = {}): [code: ErrorCode, example: unknown][] {
  return Object.entries(responses as Record<string, Answer>)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.entries(content?.['application/json']?.examples ?? {}))
    .map(([code, { value }]) => [code as ErrorCode, value]);
}

function exampleOf(code: ErrorCode): unknown {
  return errorBody(new AppError(code), EXAMPLE_REQUEST_ID);
}

interface Answer {
  content?: Record<string, { examples?: Record<string, { value: unknown }> } | undefined>;
}
