import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TrackedRequest } from './request-context.js';

type Read = (request: TrackedRequest) => unknown;

const readers = new WeakMap<object, Read>();

/** Makes a parameter decorator for a value that is read from the request alone. The fast lane binds it too. */
export function requestValue(read: Read): () => ParameterDecorator {
  const factory = (_: unknown, context: ExecutionContext): unknown =>
    read(context.switchToHttp().getRequest<TrackedRequest>());
  readers.set(factory, read);
  return createParamDecorator(factory);
}

/** How a parameter decorator's factory reads its value; undefined: it was not made by {@link requestValue}. */
export function readerOf(factory: object): Read | undefined {
  return readers.get(factory);
}
