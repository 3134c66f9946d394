import { Socket } from 'node:net';
import pg from 'pg';

const END_OF_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

/** pg's configuration of a client or pool, with a limit of our own. */
export interface ResilientConfig extends pg.ClientConfig {
  /**
   * The connection is given up when a statement takes longer; above the server's own limit of a statement, so that
   * only a dead connection takes so long. Left out: it waits for as long as the statement takes.
   */
  deadlineMs?: number;
}

type Query = (...args: unknown[]) => unknown;

/**
 * A connection whose loss never ends the process. The running query and the pool handle the `error` event, but between
 * queries the event has no listener and would be an uncaught exception. With a deadline, the connection is closed when
 * a statement is not answered in time: if the network drops all packets, or the server is gone, TCP reports it to the
 * caller only after about a quarter of an hour.
 */
export class ResilientClient extends pg.Client {
  private readonly socket: Socket;
  private readonly usualDeadlineMs: number | undefined;
  private deadlineMs: number | undefined;

  constructor(config: ResilientConfig = {}) {
    const socket = new Socket();
    super(withStream(config, socket));
    this.socket = socket;
    this.deadlineMs = this.usualDeadlineMs = config.deadlineMs;
    this.on('error', () => undefined);
    const query = this.query.bind(this) as Query;
    // Not a method: pg declares too many forms of it.
    this.query = ((...args: unknown[]) => {
      const result = this.inTime(query(...args));
      if (END_OF_TRANSACTION.test(String(args[0]))) this.deadlineMs = this.usualDeadlineMs;
      return result;
    }) as typeof this.query;
  }

  /**
   * The statements of the transaction at hand, its commit included, may take so long; the server's own limit
   * has to be below it. Does nothing to a client without a deadline.
   */
  allowMs(deadlineMs: number): void {
    if (this.usualDeadlineMs !== undefined) this.deadlineMs = deadlineMs;
  }

  /** Closes the connection at once; what was asked of it fails. */
  cut(): void {
    this.socket.destroy();
  }

  private inTime(result: unknown): unknown {
    if (this.deadlineMs === undefined || !(result instanceof Promise)) return result;
    const deadline = setTimeout(() => this.cut(), this.deadlineMs);
    return result.finally(() => clearTimeout(deadline));
  }
}

/** pg's pool hides the password of its configuration from enumeration: a spread would lose it. */
function withStream(config: ResilientConfig, socket: Socket): pg.ClientConfig {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(config),
      stream: { value: () => socket, enumerable: true },
    },
  );
}
