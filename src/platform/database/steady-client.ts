import pg from 'pg';

/**
 * A connection whose loss never ends the process. The query at hand and the pool learn of it by themselves;
 * between the two of them, when nobody listens, the event would be an uncaught exception.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
