import { connect } from 'node:net';

/** Bytes that a caller sends over one connection, in chunks as they arrive. A character is a byte. */
export interface ByteStream {
  chunks: string[];
}

/** Responses of a server to a stream until it closed the connection. */
export interface ToldAnswer {
  /** The stream that it answered. */
  sent: string;
  /** As latin1. */
  text: string;
  /** True if the connection was reset, which may lose the end of the answer. */
  isReset: boolean;
}

/** Turns of the event loop that the server, in the same process, needs to accept a connection and read a chunk separately. */
const TURNS_BETWEEN = 3;

/** Sends a stream chunk by chunk and waits after each. Then shuts the caller's side, and reads until the server's side is shut. */
export function tell(port: number, { chunks }: ByteStream, waitMs: number): Promise<ToldAnswer> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let isReset = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const sendFrom = (at: number): void => {
      const chunk = chunks[at];
      if (socket.destroyed) return;
      if (chunk === undefined) socket.end();
      else socket.write(chunk, 'latin1', () => setTimeout(() => turn(at + 1), waitMs));
    };
    const turn = (at: number, turns = TURNS_BETWEEN): void => {
      if (turns === 0) sendFrom(at);
      else setImmediate(turn, at, turns - 1);
    };
    socket.on('connect', () => sendFrom(0));
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => (isReset = true));
    socket.on('end', () => socket.end());
    socket.on('close', () =>
      resolve({ sent: chunks.join(''), text: Buffer.concat(received).toString('latin1'), isReset }),
    );
  });
}
