import type { IncomingMessage } from 'node:http';
import typeIs from 'type-is';
import type { TrackedRequest } from '../request-context.js';

/**
 * Runs work once it is known if a request arrived as a whole; a body may arrive together with the headers. Then Node reads it
 * in this turn of the event loop.
 * - the rest of any other body is not awaited: the connection has to be closed with the answer
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
