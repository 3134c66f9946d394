import type { ClientConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PromptClient } from './prompt-client.js';

interface PreparedStatement {
  /** The name under which the server keeps the plan; none: planned each time. */
  name?: string;
  text: string;
  values?: unknown[];
}

/**
 * One connection beside the pool, to the same database and with the same limits: for work that must not wait
 * for a free one. It connects when it is first used, and again after it was lost.
 */
export class DedicatedConnection {
  private client: Promise<PromptClient> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly onLost: () => void = () => undefined,
  ) {}

  /** @throws what pg throws; a connection that does not answer in time is given up */
  async query<Row>(statement: PreparedStatement): Promise<Row[]> {
    const client = await (this.client ??= this.connect());
    const { rows } = await client.query(statement);
    return rows as Row[];
  }

  /** Ends the connection when its work is done. */
  async close(): Promise<void> {
    const client = await this.client?.catch(() => null);
    this.client = null;
    await client?.end();
  }

  /** Gives the connection up, in whatever state it is; the next query opens another. */
  abandon(): void {
    void this.client?.then(
      (client) => client.cut(),
      () => undefined,
    );
    this.client = null;
    this.onLost();
  }

  private connect(): Promise<PromptClient> {
    const { options } = (this.dataSource.driver as PostgresDriver).master as {
      options: ClientConfig;
    };
    // Statements of few kinds, run often: never worth a plan of their own, or machine code. A plan that was made
    // when a table was empty must not read all of it when it is full.
    const client = new PromptClient({
      ...options,
      options: '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off',
    });
    const connecting = client.connect().then(() => client);
    // Not when another one has taken its place already.
    const lose = (): void => {
      if (this.client === connecting) this.abandon();
    };
    client.once('end', lose);
    connecting.catch(lose);
    return connecting;
  }
}
