import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A turn of the loop in which nothing was done. */
const QUIET_TURN_MS = 0.01;
/** For so long a quiet turn is waited for at most. */
const QUIET_WAIT_MS = 1_000;

/**
 * Closes the listening socket right after a turn of the event loop that was short and brought no connection. Closing
 * it resets connections that the kernel has established but Node has not accepted yet. Their requests may have been
 * sent already, and a load balancer can't tell whether it may repeat them. Once the socket is closed, new connections
 * are refused, and the load balancer uses another instance.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  // Code that never ran takes a tenth of a millisecond: time enough for a connection.
  const rehearsal = new NetServer().listen(0, '127.0.0.1');
  await once(rehearsal, 'listening');
  closeSocket(rehearsal);
  const lateAt = performance.now() + QUIET_WAIT_MS;
  await new Promise<void>((resolve) => {
    // In the callback itself, a few microseconds after the loop has looked for connections.
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
 * Closes the listening socket alone. Since Node 19, `close()` of an HTTP server also cuts every idle connection, and
 * Node offers no other way to stop listening: a caller that is about to send a request would lose it. This file alone
 * calls the `close()` of the class that HTTP servers are made from; its test fails when that cuts connections too.
 */
function closeSocket(server: NetServer): void {
  NetServer.prototype.close.call(server);
}
