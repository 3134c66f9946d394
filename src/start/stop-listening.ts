import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Maximum duration of an idle turn of the event loop. */
const QUIET_TURN_MS = 0.01;
/** Maximum time to wait for an idle turn. */
const QUIET_WAIT_MS = 1_000;

/**
 * Closes the listening socket right after a short turn of the event loop without a new connection. Closing it resets
 * connections that the kernel has established but Node has not accepted. Their requests may already have been sent, and a
 * load balancer cannot know whether it may repeat them. Once the socket is closed, new connections are refused, and the
 * load balancer uses another instance.
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
 * Closes only the listening socket. Since Node 19, `close()` of an HTTP server also closes every idle connection, and
 * Node has no other way to stop listening: a caller that is about to send a request would lose it. Only this file calls
 * `close()` of the base class of HTTP servers; its test fails if that closes connections too.
 */
function closeSocket(server: NetServer): void {
  NetServer.prototype.close.call(server);
}
