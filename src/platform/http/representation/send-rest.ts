import type { Writable } from 'node:stream';

/**
 * Writes the rest of a body to a connection: each part in a turn of the event loop of its own, after the system has taken the one before.
 * So a caller that reads slowly holds one part in memory, and one that reads fast delays others by one part.
 */
export function sendRest(stream: Writable, rest: Iterable<Uint8Array>, onSent: () => void): void {
  const parts = rest[Symbol.iterator]();
  const sendNext = (): void => {
    if (stream.destroyed) return;
    const next = parts.next();
    if (next.done === true) onSent();
    else stream.write(next.value, () => setImmediate(sendNext));
  };
  sendNext();
}
