import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, switchMap, type Observable } from 'rxjs';
import { answerTo, type Representation } from './representation.js';
import type { TrackedRequest } from './request-context.js';

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
      switchMap((found) => answerTo(request, request.caller?.planId ?? 0, found)),
      map(({ status, headers, content }) => {
        response.status(status);
        for (const [name, value] of headers) response.setHeader(name, value);
        return content === null ? undefined : new StreamableFile(Buffer.concat(content.parts));
      }),
    );
  }
}
