import type { ServerResponse } from 'node:http';
import type { Content } from './representation.js';

/**
 * Sends a body after the headers of a response. Nest's class for files takes fifteen times as long for a list of 460 kB.
 * - ten times as long for a compressed list of 40 kB
 */
export function sendContent({ parts, isMadeWhileSent }: Content, response: ServerResponse): void {
  if (response.req.method === 'HEAD') response.end();
  else if (isMadeWhileSent === true) sendEach(parts[Symbol.iterator](), response);
  else sendAll([...parts], response);
}

function sendAll(parts: readonly (Uint8Array | string)[], response: ServerResponse): void {
  if (parts.length === 1) {
    // A lone text goes out together with the headers.
    response.end(parts[0]);
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  response.uncork();
  response.end();
}

/**
 * Sends each part in its own turn of the event loop, after the system has taken the previous one. A caller that reads slowly
 * then holds one part in memory, and a fast one delays others by one part.
 */
function sendEach(parts: Iterator<Uint8Array | string>, response: ServerResponse): void {
  const sendNext = (): void => {
    if (response.destroyed) return;
    const next = parts.next();
    if (next.done === true) response.end();
    else response.write(next.value, () => setImmediate(sendNext));
  };
  sendNext();
}
