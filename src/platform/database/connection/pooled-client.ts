import { ResilientClient, type ResilientConfig } from '../resilient-client.js';
import { setStatements } from './session-settings.js';

const BEGIN = /^(BEGIN|START TRANSACTION)\b/;
const IDLE = 'I';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * A connection through a pooler in transaction mode, where each transaction may run in another session. Its settings
 * are those of each transaction, and a statement outside of one gets a transaction of its own: the limits would not
 * hold otherwise.
 */
export class PooledClient extends ResilientClient {
  private readonly begin: string;

  constructor(config: ResilientConfig = {}) {
    super(config);
    this.begin = `; ${setStatements(config.settings ?? {}, 'LOCAL')}`;
    const query = this.query.bind(this) as Query;
    this.query = ((...args: unknown[]) => {
      const [first] = args;
      if (typeof first === 'string' && BEGIN.test(first)) return query(`${first}${this.begin}`);
      return this.getTransactionStatus() === IDLE ? this.alone(query, args) : query(...args);
    }) as typeof this.query;
  }

  /** Does nothing: each transaction is prepared, not the session. */
  protected override async prepare(): Promise<void> {
    await this.verify();
  }

  private async alone(query: Query, args: unknown[]): Promise<unknown> {
    await query(`BEGIN${this.begin}`);
    try {
      const result = await query(...args);
      await query('COMMIT');
      return result;
    } catch (error) {
      // Not where the connection is lost: the transaction ended with it.
      if (this.getTransactionStatus() !== IDLE) await query('ROLLBACK').catch(() => this.cut());
      throw error;
    }
  }
}
