import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, switchMap, type Observable } from 'rxjs';
import { answerTo, type Representation } from './representation.js';
import type { TrackedRequest } from '../request-context.js';

/**
 * Sends the {@link Representation} that a handler returns, or 304. Express' own comparison of tags is of no
 * use: it takes the `Cache-Control: no-cache` that `fetch` adds to a conditional request for a wish to be
 * sent everything.
 */
export class ConditionalGetInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Representation>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      switchMap(async (found) => {
        const { status, content } = await answerTo(
          request,
          response,
          request.caller?.planId ?? 0,
          found,
        );
        response.status(status);
        return (
          content &&
          new StreamableFile(Buffer.concat(content.parts.map((part) => Buffer.from(part))))
        );
      }),
      map((file) => file ?? undefined),
    );
  }
}
