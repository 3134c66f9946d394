import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import type { AnswerSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';
import { answerTo, type Representation } from './representation.js';
import { ContentBody } from './content-body.js';

/**
 * Interceptor that sends the {@link Representation} that a handler returns, or 304. It replaces the comparison of tags in
 * Express, which sends a full answer whenever `fetch` adds `Cache-Control: no-cache` to a conditional request.
 */
export class ConditionalGetInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Representation>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const response = http.getResponse<AnswerSink>();
    return next.handle().pipe(
      mergeMap(async (representation) => {
        // Answers differ by variant, and so do their tags.
        const answer = await answerTo(request, request.variant ?? 0, representation);
        // Not before: what they say of the content is not true of a refusal in its place.
        const { status, headers, content } = answer;
        response.statusCode = status;
        for (let at = 0; at < headers.length; at += 2) {
          response.setHeader(headers[at]!, headers[at + 1]!);
        }
        return content === null ? undefined : new ContentBody(content);
      }),
    );
  }
}
