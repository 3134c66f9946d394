import { createHash } from 'node:crypto';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { ClientRequest } from './caller.js';

/**
 * Gives the answers of the store-facing GETs their ETag; Express turns a match of `If-None-Match`
 * into 304. The tag differs by plan, as the answers do.
 */
export class ConditionalGetInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer: unknown) => {
        const body = JSON.stringify(answer);
        const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
        response.setHeader('ETag', `"${request.caller?.planId}-${hash}"`);
        response.setHeader('Cache-Control', 'private, no-cache');
        response.setHeader('Vary', 'Authorization, X-Client-Domain');
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        return body;
      }),
    );
  }
}
