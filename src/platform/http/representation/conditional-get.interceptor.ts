import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, mergeMap, of, type Observable } from 'rxjs';
import type { AnswerSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';
import { ContentBody } from './content-body.js';
import {
  entityTag,
  hashOf,
  matches,
  POLL_INTERVAL,
  PolledAnswer,
  takesGzip,
  type HashedContent,
} from './representation.js';

/**
 * Interceptor that sends a handler's result with its tag, or 304 if the caller has it already. Express would send a full answer
 * whenever `fetch` adds `Cache-Control: no-cache` to a conditional request.
 */
export class ConditionalGetInterceptor implements NestInterceptor<object> {
  constructor(private readonly options = { isCompressed: false }) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const response = http.getResponse<AnswerSink>();
    return next.handle().pipe(
      mergeMap((returned) => {
        const body = this.send(request, response, returned);
        return body instanceof Promise ? from(body) : of(body);
      }),
    );
  }

  private send(
    { headers, variant = 0 }: TrackedRequest,
    response: AnswerSink,
    returned: object,
  ): ContentBody | undefined | Promise<ContentBody | undefined> {
    const answer = returned instanceof PolledAnswer ? returned : new PolledAnswer(returned);
    const { pollSeconds, nextPage } = answer;
    const asked = answer.represent(this.options);
    const gzip = asked.gzip !== null && takesGzip(headers) ? asked.gzip : null;
    // Answers differ by variant, and so do their tags. A page's tag covers the address of the next one, too.
    const tagOf = (contentHash: string): string => {
      const hash = nextPage === undefined ? contentHash : hashOf(`${contentHash} ${nextPage}`);
      return entityTag(variant, gzip === null ? hash : `${hash}-gzip`);
    };
    const tag = tagOf(asked.hash);
    const isKnown = matches(headers['if-none-match'], tag);
    const send = ({ hash, content }: HashedContent): ContentBody | undefined => {
      // Not before: what they say of the content is not true of a refusal in its place.
      response.setHeader('Cache-Control', 'private, no-cache');
      // No `Vary: Accept-Encoding` is needed: caches revalidate each time, and the tag names the encoding.
      response.setHeader('Vary', 'Authorization, X-Client-Domain');
      if (pollSeconds !== undefined) response.setHeader(POLL_INTERVAL, String(pollSeconds));
      if (nextPage !== undefined) response.setHeader('Link', `<${nextPage}>; rel="next"`);
      response.setHeader('ETag', hash === asked.hash ? tag : tagOf(hash));
      if (isKnown) {
        response.statusCode = 304;
        return undefined;
      }
      response.setHeader('Content-Type', asked.type);
      response.setHeader('Content-Length', String(content.length));
      if (gzip !== null) response.setHeader('Content-Encoding', 'gzip');
      return new ContentBody(content);
    };
    return isKnown || gzip === null ? send(asked) : gzip().then(send);
  }
}
