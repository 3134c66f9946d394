import { createParamDecorator } from '@nestjs/common';
import { RunsInFastLane, type ParameterFactory } from '../fast-lane/in-fast-lane.decorator.js';
import type { HeaderSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';

type Read = (request: TrackedRequest, headers: HeaderSink) => unknown;

/** Makes a parameter decorator for a value of the request, or of the answer's headers. The fast lane binds it too. */
export function requestValue(read: Read): () => ParameterDecorator {
  const factory: ParameterFactory = (_, context) => {
    const http = context.switchToHttp();
    return read(http.getRequest<TrackedRequest>(), http.getResponse<HeaderSink>());
  };
  RunsInFastLane()(factory);
  return createParamDecorator(factory);
}

/** The request, as a handler's argument. */
export const TheRequest = requestValue((request) => request);

/** The headers of the answer, as a handler's argument. */
export const AnswerHeaders = requestValue((_, headers) => headers);
