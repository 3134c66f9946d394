import type { IncomingMessage } from 'node:http';
import typeIs from 'type-is';
import type { TrackedRequest } from '../request-context.js';

/**
 * Runs work once it is known whether a request arrived as a whole. Its body may have come in the same bytes as its headers, and then
 * Node reads it in this turn of the event loop. The rest of any other body is not waited for: the connection has to be closed with
 * the answer.
 */
export function whenRead(
  request: TrackedRequest & Partial<Pick<IncomingMessage, 'complete'>>,
  work: (isWhole: boolean) => void,
): void {
  const isWhole = (): boolean =>
    request.complete === true || !typeIs.hasBody(request as IncomingMessage);
  if (isWhole()) work(true);
  else setImmediate(() => work(isWhole()));
}
