import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import type { Observable } from 'rxjs';
import { LIMITS } from '../config/limits.js';
import { AppError } from './errors.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads JSON bodies. An interceptor, because guards run before it: nobody's body is read, let alone
 * parsed, before the caller has been let in.
 *
 * @throws AppError malformed_json, payload_too_large, unsupported_media_type, validation_failed
 */
export class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (METHODS_WITH_BODY.has(request.method)) request.body = await readJsonObject(request);
    return next.handle();
  }
}

async function readJsonObject(request: Request): Promise<object> {
  const type = request.is(['json', '+json']);
  if (type === null || request.headers['content-length'] === '0') return {};
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(
    request.headers['content-type'] ?? '',
  )?.[1];
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const isReadable = type !== false && encoding.toLowerCase() === 'identity';
  if (!isReadable || !/^utf-?8$/i.test(charset ?? 'utf-8')) {
    throw new AppError('unsupported_media_type');
  }
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bodyError('object_expected', 'must be a JSON object');
  }
  if (isDeeperThan(value, LIMITS.bodyDepth)) {
    throw bodyError('too_deep', `must not be nested deeper than ${LIMITS.bodyDepth} levels`);
  }
  return value;
}

async function readBytes(request: Request): Promise<Buffer> {
  try {
    return await getRawBody(request, {
      length: request.headers['content-length'],
      limit: LIMITS.bodyBytes,
    });
  } catch (error) {
    const isTooLarge =
      error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new AppError(isTooLarge ? 'payload_too_large' : 'malformed_request');
  }
}

function parse(bytes: Buffer): unknown {
  try {
    // Fatal: bytes that are not UTF-8 must not turn into replacement characters silently.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    throw new AppError('malformed_json', {
      message: isSyntax
        ? `The body is not well-formed JSON${positionOf(error)}.`
        : 'The body is not well-formed UTF-8.',
    });
  }
}

/** Where the parser stopped, without quoting the body. */
function positionOf(error: SyntaxError): string {
  const position = /position \d+/.exec(error.message)?.[0];
  return position === undefined ? '' : ` (at ${position})`;
}

function bodyError(code: string, message: string): AppError {
  return new AppError('validation_failed', { fields: [{ field: 'body', code, message }] });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
