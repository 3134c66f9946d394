import { createHash } from 'node:crypto';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { ClientRequest } from './caller.js';

/**
 * Gives the answers of the store-facing GETs their ETag, and answers a match of `If-None-Match` with 304.
 * The tag differs by plan, as the answers do. Express' own comparison is of no use: it takes the
 * `Cache-Control: no-cache` that `fetch` adds to a conditional request for a wish to be sent everything.
 */
export class ConditionalGetInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer: unknown) => {
        const body = JSON.stringify(answer);
        const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
        const tag = `"${request.caller?.planId}-${hash}"`;
        response.setHeader('ETag', tag);
        response.setHeader('Cache-Control', 'private, no-cache');
        response.setHeader('Vary', 'Authorization, X-Client-Domain');
        if (matches(request.headers['if-none-match'], tag)) {
          response.status(304);
          return undefined;
        }
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        return body;
      }),
    );
  }
}

/** The weak comparison of RFC 9110, section 13.1.2. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
