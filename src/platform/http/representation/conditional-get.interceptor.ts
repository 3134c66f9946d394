import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StreamableFile, type CallHandler, type ExecutionContext } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { AroundInterceptor } from '../around.interceptor.js';
import { RunsInFastLane } from '../fast-lane/in-fast-lane.decorator.js';
import type { AnswerSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';
import { answerTo, type Content, type Representation } from './representation.js';

/**
 * Interceptor that sends the {@link Representation} that a handler returns, or 304. It replaces the comparison of tags in
 * Express, which sends a full answer whenever `fetch` adds `Cache-Control: no-cache` to a conditional request.
 */
@RunsInFastLane()
export class ConditionalGetInterceptor extends AroundInterceptor {
  async around(
    context: ExecutionContext,
    next: () => Promise<Representation>,
  ): Promise<Content | null> {
    const http = context.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const response = http.getResponse<AnswerSink>();
    // Answers differ by variant, and so do their tags.
    const answer = await answerTo(request, request.variant ?? 0, await next());
    // Not before: what they say of the content is not true of a refusal in its place.
    const { status, headers, content } = answer;
    response.statusCode = status;
    for (let at = 0; at < headers.length; at += 2) {
      response.setHeader(headers[at]!, headers[at + 1]!);
    }
    return content;
  }

  /** Sends the content by the stream that Nest takes. */
  override intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return super
      .intercept(context, next)
      .pipe(map((content) => (content === null ? undefined : fileOf(content as Content))));
  }
}

function fileOf({ parts, rest }: Content): StreamableFile {
  const begin = Buffer.concat(parts.map((part) => Buffer.from(part)));
  if (rest === undefined) return new StreamableFile(begin);
  return new StreamableFile(Readable.from(inTurns(begin, rest)));
}

/** Yields the parts of a body, each in a turn of the event loop of its own. */
async function* inTurns(begin: Buffer, rest: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield begin;
  for (const part of rest) {
    await nextTurn();
    yield Buffer.from(part);
  }
}
