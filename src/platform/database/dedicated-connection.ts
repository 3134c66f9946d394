import type { DataSource } from 'typeorm';
import { isDoneWithin } from '../clock/in-time.js';
import { keptLineConfig } from './connection/lines.js';
import { DEDICATED_SETTINGS } from './connection/session-settings.js';
import { isShortage, UnavailableError } from './database-errors.js';
import { noteDurability } from './durability.js';
import { ResilientClient } from './resilient-client.js';

interface PreparedStatement {
  /** The name that the server keeps the plan under; none: planned each time. */
  name?: string;
  text: string;
  values?: unknown[];
}

/** Time without an answer after which a connection is useless to requests. */
const SILENCE_MS = 2_000;
/** Time for which a shortage is remembered, unless a statement shows earlier that it is over. */
const SHORTAGE_MS = 60_000;

const COMMIT = "SELECT pg_logical_emit_message(true, 'readiness', '')";

const CONNECTIONS = new WeakMap<DataSource, DedicatedConnection[]>();

/** Lists all dedicated connections of a data source, whether they are open or not. */
export function dedicatedConnectionsOf(dataSource: DataSource): readonly DedicatedConnection[] {
  return CONNECTIONS.get(dataSource) ?? [];
}

/**
 * One connection outside the pool, for work that must not wait for a free connection of the pool. It has the same database and
 * limits, and connects when it is used, again after a loss.
 */
export class DedicatedConnection {
  private client: Promise<ResilientClient> | null = null;
  private answeredAt = -Infinity;
  private shortageAt = -Infinity;

  /** @param name its use, for the health checks and PostgreSQL's list of sessions */
  constructor(
    readonly dataSource: DataSource,
    readonly name: string,
    private readonly onLost: () => void = () => undefined,
  ) {
    CONNECTIONS.set(dataSource, [...dedicatedConnectionsOf(dataSource), this]);
  }

  /** @throws what pg throws; a connection that does not answer in time is given up */
  async query<Row>(statement: PreparedStatement): Promise<Row[]> {
    const client = await (this.client ??= this.connect());
    try {
      const { rows } = await client.query(statement);
      this.answeredAt = performance.now();
      this.shortageAt = -Infinity;
      return rows as Row[];
    } catch (error) {
      if (isShortage(error)) this.shortageAt = performance.now();
      throw error;
    }
  }

  /** True if the last statement failed because the server's disk or memory is full. */
  get isShort(): boolean {
    return performance.now() - this.shortageAt < SHORTAGE_MS;
  }

  /**
   * Verifies that a server that can keep the service's promises answers statements here.
   * - a lost connection is opened again first
   * - a busy one counts as healthy as long as it answers statements
   *
   * @throws what pg throws; UnavailableError when nothing was answered for two seconds
   */
  async check(): Promise<void> {
    const verified = this.verify().catch(() => this.verify());
    const isVerified = await isDoneWithin(SILENCE_MS, verified);
    if (!isVerified && performance.now() - this.answeredAt > SILENCE_MS) {
      throw new UnavailableError('the database answers nothing on a dedicated connection');
    }
  }

  /**
   * Commits a record that has no reader. A full disk does not count as a failure here: the statements that need it will fail.
   *
   * @throws what pg throws
   */
  async commit(): Promise<void> {
    const client = await (this.client ??= this.connect());
    await client.query({ name: 'commit', text: COMMIT }).catch((error: unknown) => {
      if (!isShortage(error)) throw error;
    });
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

  private async verify(): Promise<void> {
    const connecting = (this.client ??= this.connect());
    try {
      await (await connecting).verify();
      noteDurability(this.dataSource, null);
    } catch (error) {
      noteDurability(this.dataSource, error);
      if (this.client === connecting) this.abandon();
      throw error;
    }
  }

  private connect(): Promise<ResilientClient> {
    const client = new ResilientClient({
      ...keptLineConfig(this.dataSource, this.name),
      settings: DEDICATED_SETTINGS,
    });
    const connecting = client.connect().then(() => client);
    connecting.then(
      () => noteDurability(this.dataSource, null),
      (error: unknown) => noteDurability(this.dataSource, error),
    );
    // Skipped if another connection has replaced it already.
    const lose = (): void => {
      if (this.client === connecting) this.abandon();
    };
    client.once('end', lose);
    connecting.catch(lose);
    return connecting;
  }
}
