import type { IncomingMessage } from 'node:http';
import typeIs from 'type-is';

/**
 * Runs work once it is known whether a request arrived as a whole. Its body may have come in the same bytes as its headers, and then
 * Node reads it in this turn of the event loop. The rest of any other body is not waited for: the connection has to be closed with
 * the answer.
 */
export function whenRead(request: IncomingMessage, work: (isWhole: boolean) => void): void {
  const isWhole = (): boolean => !typeIs.hasBody(request) || request.complete;
  if (isWhole()) work(true);
  else setImmediate(() => work(isWhole()));
}
