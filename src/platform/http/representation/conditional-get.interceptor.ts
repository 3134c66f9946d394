import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StreamableFile, type CallHandler, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { map, switchMap, type Observable } from 'rxjs';
import type { LaneInterceptor, LaneSteps } from '../fast-lane/lane-enhancers.js';
import type { HeaderSink } from '../header-sink.js';
import { answerTo, type Answer, type Content, type Representation } from './representation.js';
import type { TrackedRequest } from '../request-context.js';

/**
 * Interceptor that sends the {@link Representation} that a handler returns, or 304. It replaces the comparison of tags in
 * Express, which sends a full answer whenever `fetch` adds `Cache-Control: no-cache` to a conditional request.
 */
export class ConditionalGetInterceptor implements LaneInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Representation>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      switchMap(async (found) => {
        const headers = new Map<string, string>();
        const sink = { setHeader: (name: string, value: string) => headers.set(name, value) };
        const { status, content } = await respond(request, sink, found);
        // Not before: what they say of the content is not true of a refusal in its place.
        response.setHeaders(headers).status(status);
        return content && fileOf(content);
      }),
      map((file) => file ?? undefined),
    );
  }

  forLaneRoute(): LaneSteps {
    return {
      respond: (request, headers, found) => respond(request, headers, found as Representation),
    };
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

/** Answers differ by variant, and so do their tags. */
function respond(
  request: TrackedRequest,
  headers: HeaderSink,
  found: Representation,
): Answer | Promise<Answer> {
  return answerTo(request, headers, request.variant ?? 0, found);
}
