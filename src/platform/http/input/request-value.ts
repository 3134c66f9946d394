import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HeaderSink } from '../header-sink.js';
import type { TrackedRequest } from '../request-context.js';

type Read = (request: TrackedRequest, headers: HeaderSink) => unknown;

/** Makes a parameter decorator for a value of the request, or of the answer's headers. */
export function requestValue(read: Read): () => ParameterDecorator {
  return createParamDecorator((_, context: ExecutionContext) => {
    const http = context.switchToHttp();
    return read(http.getRequest<TrackedRequest>(), http.getResponse<HeaderSink>());
  });
}

/** The request, as a handler's argument. */
export const TheRequest = requestValue((request) => request);

/** The headers of the answer, as a handler's argument. */
export const AnswerHeaders = requestValue((_, headers) => headers);
