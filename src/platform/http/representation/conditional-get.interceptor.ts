import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, map, mergeMap, of, type Observable } from 'rxjs';
import type { AnswerSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';
import { answerTo, type Answer, type Representation } from './representation.js';
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
      mergeMap((representation) => {
        // Answers differ by variant, and so do their tags.
        const answer = answerTo(request, request.variant ?? 0, representation);
        return answer instanceof Promise ? from(answer) : of(answer);
      }),
      map((answer) => headed(response, answer)),
    );
  }
}

/** Sets what an answer says of its content, which is not true of a refusal in its place, and returns the body. */
function headed(
  response: AnswerSink,
  { status, headers, content }: Answer,
): ContentBody | undefined {
  response.statusCode = status;
  for (let at = 0; at < headers.length; at += 2) {
    response.setHeader(headers[at]!, headers[at + 1]!);
  }
  return content === null ? undefined : new ContentBody(content);
}
