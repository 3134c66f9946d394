import type pg from 'pg';
import type { DatabaseGate } from './database-gate.js';
import { connected } from './simulated-server.js';

/** A change that a session may make; $1 is a number that no change has had. */
export const WRITES = {
  price: 'UPDATE products SET base_price_minor = $1::integer * 10000 WHERE sku = $2',
  name: `UPDATE products SET name = 'Name ' || $1::integer WHERE sku = $2`,
  activity: 'UPDATE products SET active = NOT active WHERE sku = $2 AND $1::integer > 0',
  discount: `UPDATE plans SET discount_bp = ($1::integer % 5) * 1000
    WHERE id = (SELECT id FROM plans WHERE $2 <> '' ORDER BY id LIMIT 1)`,
};

/** A transaction that stays open while others go on. */
export class SimulatedSession {
  isWaiting = false;
  private hasFailed = false;

  private constructor(
    readonly name: string,
    private readonly client: pg.Client,
    private readonly gate: DatabaseGate,
  ) {}

  static async begin(connection: { url: string }, name: string, gate: DatabaseGate) {
    const client = await connected(connection);
    await client.query('BEGIN');
    return new SimulatedSession(name, client, gate);
  }

  /** Makes a change, or begins to wait for a lock. */
  write(kind: keyof typeof WRITES, number: number, sku: string): void {
    this.isWaiting = true;
    const written = this.gate.during(this.client.query(WRITES[kind], [number, sku]));
    written
      .catch(() => (this.hasFailed = true))
      .finally(() => (this.isWaiting = false))
      .catch(() => undefined);
  }

  /** Sends COMMIT, or ROLLBACK after a failure. */
  async commit(): Promise<void> {
    await this.end(this.hasFailed ? 'ROLLBACK' : 'COMMIT');
  }

  async rollback(): Promise<void> {
    await this.end('ROLLBACK');
  }

  private async end(statement: string): Promise<void> {
    await this.client.query(statement).catch(() => undefined);
    await this.client.end().catch(() => undefined);
  }
}

/** Ends sessions, beginning with those that others may wait for. */
export async function endAll(sessions: readonly SimulatedSession[], how: 'commit' | 'rollback') {
  const waiting = sessions.filter(({ isWaiting }) => isWaiting);
  for (const session of sessions) if (!waiting.includes(session)) await session[how]();
  await Promise.all(waiting.map((session) => session[how]()));
}
