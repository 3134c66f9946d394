import type { DataSource } from 'typeorm';
import { ResilientClient, type ResilientConfig } from './resilient-client.js';

interface PreparedStatement {
  /** The name under which the server keeps the plan; none: planned each time. */
  name?: string;
  text: string;
  values?: unknown[];
}

/**
 * One connection outside the pool, to the same database and with the same limits, for work that must not wait for a
 * free connection of the pool. It connects when it is first used, and again after it was lost.
 */
export class DedicatedConnection {
  private client: Promise<ResilientClient> | null = null;

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

  /** Closes the connection in any state; the next query opens another. */
  abandon(): void {
    void this.client?.then(
      (client) => client.cut(),
      () => undefined,
    );
    this.client = null;
    this.onLost();
  }

  private connect(): Promise<ResilientClient> {
    // Statements of few kinds, run often: never worth a plan of their own, or machine code. A plan that was made
    // when a table was empty must not read all of it when it is full.
    const client = new ResilientClient({
      ...configOf(this.dataSource),
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

/** What the data source's pool connects with. */
function configOf({ options }: DataSource): ResilientConfig {
  if (options.type !== 'postgres') throw new Error(`expected postgres, got ${options.type}`);
  const { url, host, port, username, password, database, ssl, connectTimeoutMS } = options;
  return {
    connectionString: url,
    host,
    port,
    user: username,
    password,
    database,
    ssl: ssl as ResilientConfig['ssl'],
    connectionTimeoutMillis: connectTimeoutMS,
    ...(options.extra as ResilientConfig),
  };
}
