import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HeaderSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';

type Read = (request: TrackedRequest, headers: HeaderSink) => unknown;

const readers = new WeakMap<object, Read>();

/** Makes a parameter decorator for a value of the request, or of the answer's headers. The fast lane binds it too. */
export function requestValue(read: Read): () => ParameterDecorator {
  const factory = (_: unknown, context: ExecutionContext): unknown => {
    const http = context.switchToHttp();
    return read(http.getRequest<TrackedRequest>(), http.getResponse<HeaderSink>());
  };
  readers.set(factory, read);
  return createParamDecorator(factory);
}

/** The headers of the answer, as a handler's argument. */
export const AnswerHeaders = requestValue((_, headers) => headers);

/** Returns the reader of a parameter decorator's factory; undefined if {@link requestValue} did not make it. */
export function readerOf(factory: object): Read | undefined {
  return readers.get(factory);
}
