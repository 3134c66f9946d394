import { SteadyClient } from './steady-client.js';

/** Longer than the server's own limit of a statement: only a connection that is dead takes so long. */
const DEADLINE_MS = 5_500;
const END_OF_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that is given up when a statement is not answered in time. On a line that swallows everything,
 * or to a server that is gone, nothing else would tell whoever waits for a quarter of an hour.
 */
export class PromptClient extends SteadyClient {
  private deadlineMs = DEADLINE_MS;

  constructor(config?: ConstructorParameters<typeof SteadyClient>[0]) {
    super(config);
    const query = this.query.bind(this) as Query;
    // Not a method: pg declares too many forms of it.
    this.query = ((...args: unknown[]) => {
      const result = this.inTime(query(...args));
      if (END_OF_TRANSACTION.test(String(args[0]))) this.deadlineMs = DEADLINE_MS;
      return result;
    }) as typeof this.query;
  }

  /**
   * The statements of the transaction at hand, its commit included, may take so long; the server's own limit
   * has to be below it.
   */
  allowMs(deadlineMs: number): void {
    this.deadlineMs = deadlineMs;
  }

  /** Closes the connection at once; what was asked of it fails. */
  cut(): void {
    (
      this as unknown as { connection: { stream: { destroy: () => void } } }
    ).connection.stream.destroy();
  }

  private inTime(result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    const deadline = setTimeout(() => this.cut(), this.deadlineMs);
    return result.finally(() => clearTimeout(deadline));
  }
}
