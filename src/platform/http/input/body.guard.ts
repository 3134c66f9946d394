import type { IncomingMessage } from 'node:http';
import {
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import getRawBody from 'raw-body';
import typeIs from 'type-is';
import { LIMITS } from '../../config/limits.js';
import { inTime } from '../../clock/in-time.js';
import { AppError, invalidField } from '../errors.js';
import { checkQueryParameters } from './query-parameters.js';
import { ignoresUnknownFields, unknownField } from './unknown-fields.js';
import { hasBodyParameter, oncePerRoute } from '../nest-metadata.js';
import type { RequestHead, TrackedRequest } from '../request-context.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** Shorter than the server's own time limit, which allows for uploads. */
const ARRIVAL_LIMIT_MS = 12_000;
const JSON_TYPES = ['json', '+json'];
const STREAMED_BODY = 'streamed-body';
/** Bytes that are not UTF-8 must not turn into replacement characters silently. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Marks a handler that reads its request's body itself, after {@link assertMediaType}. */
export const StreamedBody = (): CustomDecorator => SetMetadata(STREAMED_BODY, true);

/**
 * Checks the names of query parameters and reads JSON bodies. This is the guard after that of the access: no body is read before
 * the caller is authenticated. An interceptor would cost every poll some microseconds of RxJS.
 *
 * @throws AppError malformed_json, payload_too_large, request_timeout, unknown_field, unsupported_media_type, validation_failed
 */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly isStreamed = oncePerRoute(
    ({ handler }) => this.reflector.get<boolean | undefined>(STREAMED_BODY, handler) === true,
  );

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    checkQueryParameters(context);
    const mayHaveBody = METHODS_WITH_BODY.has(request.method ?? '') && !this.isStreamed(context);
    return mayHaveBody ? readInto(request, context) : true;
  }
}

async function readInto(request: TrackedRequest, context: ExecutionContext): Promise<true> {
  request.body = await readJsonObject(request);
  checkBodyFields(context, request.body);
  return true;
}

/** Refuses a compressed body, or one of another media type or charset. @throws AppError unsupported_media_type */
export function assertMediaType(request: RequestHead, types: string[], message?: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(
    request.headers['content-type'] ?? '',
  )?.[1];
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const isReadable =
    typeIs(request as IncomingMessage, types) !== false && encoding.toLowerCase() === 'identity';
  if (!isReadable || !/^utf-?8$/i.test(charset ?? 'utf-8')) {
    throw new AppError('unsupported_media_type', { message });
  }
}

async function readJsonObject(request: TrackedRequest): Promise<object> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (!typeIs.hasBody(request as IncomingMessage) || length === '0') return {};
  // Chunks without a media type may turn out to be no content at all.
  if (type !== undefined || length !== undefined) assertMediaType(request, JSON_TYPES);
  const bytes = await readBody(request as IncomingMessage);
  await request.admitAgain?.();
  if (bytes.length === 0) return {};
  assertMediaType(request, JSON_TYPES);
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bodyError('object_expected', 'must be a JSON object');
  }
  const { depth, values } = extentOf(value);
  if (depth > LIMITS.bodyDepth) {
    throw bodyError('too_deep', `must not be nested deeper than ${LIMITS.bodyDepth} levels`);
  }
  if (values > LIMITS.bodyValues) {
    throw bodyError('too_large', `must not hold more than ${LIMITS.bodyValues} values`);
  }
  return value;
}

/**
 * Reads the bytes of a request's body, for handlers with a small {@link StreamedBody}.
 *
 * @throws AppError payload_too_large, malformed_request, request_timeout
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  try {
    const length = request.headers['content-length'];
    const arriving = getRawBody(request, { length, limit: LIMITS.bodyBytes });
    return await inTime(arriving, ARRIVAL_LIMIT_MS, () => new AppError('request_timeout'));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isTooLarge =
      error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new AppError(isTooLarge ? 'payload_too_large' : 'malformed_request');
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    throw new AppError('malformed_json', {
      message: isSyntax
        ? `The body is not well-formed JSON${positionOf(error)}.`
        : 'The body is not well-formed UTF-8.',
    });
  }
}

/** Returns the position where the parser stopped, without quoting the body. */
function positionOf(error: SyntaxError): string {
  const position = /position \d+/.exec(error.message)?.[0];
  return position === undefined ? '' : ` (at ${position})`;
}

function bodyError(code: string, message: string): AppError {
  return invalidField('body', code, message);
}

/**
 * Refuses the fields of a body if a handler has no `@Body()`, so that the validation pipe never sees them. Routes that ignore
 * unknown fields ignore these, too.
 *
 * @throws AppError unknown_field
 */
function checkBodyFields(execution: ExecutionContext, body: object): void {
  const names = Object.keys(body);
  if (names.length === 0 || !refusesFields(execution)) return;
  throw new AppError('unknown_field', { fields: names.map((name) => unknownField(name, [])) });
}

const refusesFields = oncePerRoute(
  ({ controller, handler }) =>
    !ignoresUnknownFields(controller) && !hasBodyParameter(controller, handler.name),
);

/** Measures the nesting depth and number of values in a value; stops counting at the limits. */
function extentOf(value: unknown): { depth: number; values: number } {
  let level = [value];
  let values = 0;
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
    values += level.length;
    if (level.length === 0 || depth > LIMITS.bodyDepth || values > LIMITS.bodyValues) {
      return { depth, values };
    }
  }
}
