import { ResilientClient, type ResilientConfig } from '../resilient-client.js';
import type { SessionSettings } from './contract.js';
import { setStatements } from './session-settings.js';

const BEGIN = /^(BEGIN|START TRANSACTION)\b/;
const LEVEL = / ISOLATION LEVEL .*/;
const IDLE = 'I';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * A connection through a pooler in transaction mode, where each transaction may run in another session. It gives each
 * transaction its settings, and each statement outside of one a transaction of its own: otherwise the limits would not hold.
 */
export class PooledClient extends ResilientClient {
  private begin: string;

  constructor(config: ResilientConfig = {}) {
    super(config);
    this.begin = beginning(config.settings);
    const query = this.query.bind(this) as Query;
    this.query = ((...args: unknown[]) => {
      const [first] = args;
      if (typeof first === 'string' && BEGIN.test(first)) {
        // The settings have a level, too.
        const [level] = LEVEL.exec(first) ?? [];
        return query(
          `${first}${this.begin}${level === undefined ? '' : `; SET TRANSACTION${level}`}`,
        );
      }
      return this.getTransactionStatus() === IDLE ? this.alone(query, args) : query(...args);
    }) as typeof this.query;
  }

  /**
   * Prepares each transaction instead of the session. All transactions get the durability of the first one, because the
   * configuration may be changed while the service runs.
   */
  protected override async prepare(settings: SessionSettings): Promise<void> {
    const { synchronousCommit } = await this.verify();
    this.begin = beginning({ ...settings, synchronous_commit: synchronousCommit });
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

function beginning(settings: SessionSettings = {}): string {
  return `; ${setStatements(settings, 'LOCAL')}`;
}
