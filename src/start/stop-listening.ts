import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Maximum duration of an idle turn of the event loop. */
const QUIET_TURN_MS = 0.01;
/** Maximum time to wait for an idle turn. */
const QUIET_WAIT_MS = 1_000;

/**
 * Closes the listening socket right after a short turn of the event loop without a new connection. Closing it resets
 * connections that Node has not accepted yet, and their requests may be lost.
 * - a load balancer cannot know if it may repeat such a request
 * - after that, new connections are refused, and the load balancer uses another instance
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  // The first run of code takes a tenth of a millisecond, long enough for a connection to arrive.
  const rehearsal = new NetServer().listen(0, '127.0.0.1');
  await once(rehearsal, 'listening');
  closeSocket(rehearsal);
  const lateAt = performance.now() + QUIET_WAIT_MS;
  await new Promise<void>((resolve) => {
    // In the callback itself, a few microseconds after the loop has polled for connections.
    const next = (acceptedBefore: number, begunAt: number): void => {
      const now = performance.now();
      const isQuiet = accepted === acceptedBefore && now - begunAt < QUIET_TURN_MS;
      if (!isQuiet && now < lateAt) {
        setImmediate(next, accepted, now);
        return;
      }
      closeSocket(server);
      resolve();
    };
    setImmediate(next, accepted, performance.now());
  });
  server.off('connection', count);
}

/**
 * Closes only the listening socket. `close()` of an HTTP server has also closed every idle connection since Node 19, where a
 * caller may be about to send a request.
 * - Node has no other way to stop listening, so this calls `close()` of the base class of HTTP servers
 * - a test fails if that closes connections too
 */
function closeSocket(server: NetServer): void {
  NetServer.prototype.close.call(server);
}
