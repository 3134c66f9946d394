import type { OpenAPIObject } from '@nestjs/swagger';
import { ERRORS, type ErrorCode } from '../platform/http/errors.js';

/** An error code with the operations that answer it, as `POST /api/orders`. */
export interface DocumentedError {
  code: ErrorCode;
  operations: string[];
}

/** What any request can be answered with before it reaches an operation. */
const ANYWHERE: readonly ErrorCode[] = [
  'malformed_request',
  'route_not_found',
  'request_timeout',
  'headers_too_large',
];

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Every error code of a document, in the order of the table of errors. */
export function documentedErrors({ paths }: OpenAPIObject): DocumentedError[] {
  const operationsByCode = new Map<string, string[]>(ANYWHERE.map((code) => [code, []]));
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      for (const code of errorCodes(item[method]?.responses)) {
        const operations = operationsByCode.get(code) ?? [];
        operationsByCode.set(code, [...operations, `${method.toUpperCase()} ${path}`]);
      }
    }
  }
  return (Object.keys(ERRORS) as ErrorCode[]).flatMap((code) => {
    const operations = operationsByCode.get(code);
    return operations === undefined ? [] : [{ code, operations }];
  });
}

/** The codes of the error answers' examples. */
function errorCodes(responses: object = {}): string[] {
  return Object.entries(responses as Record<string, Answer>)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}));
}

interface Answer {
  content?: Record<string, { examples?: object } | undefined>;
}
