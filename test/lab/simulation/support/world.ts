import type pg from 'pg';
import { execute } from '../../../support/database/database.js';
import { shiftClock } from '../../../support/shifted-clock.js';
import type { DatabaseGate } from './database-gate.js';
import type { Observer } from './observer.js';
import type { SimulatedSession } from './session.js';
import { connected, type SimulatedServer } from './simulated-server.js';

/** Times by which the database's clock may be wrong. */
export const CLOCKS = ['25 hours', '-2 hours', '40 days', '0'] as const;

interface Parts {
  server: SimulatedServer;
  connection: { url: string };
  gate: DatabaseGate;
  observer: Observer;
  /** Open transactions of others. A crash ends them. */
  sessions: SimulatedSession[];
}

/** Everything that people and machines do to the database while the service runs. */
export class World {
  private state = { isDurable: true, isPublished: false };
  /** State of the copied files. */
  private saved = this.state;

  constructor(
    private readonly parts: Parts,
    private readonly step: (what: string, action: () => Promise<void>) => Promise<void>,
  ) {}

  crash(): Promise<void> {
    return this.stopping('PostgreSQL crashes and is started again', (server) => server.crash());
  }

  /** Copies the files that remain after a {@link crash}, for {@link restore}. */
  save(): Promise<void> {
    this.saved = { ...this.state };
    return this.stopping('PostgreSQL crashes, its files are copied', (server) =>
      server.crashAndSave(),
    );
  }

  restore(): Promise<void> {
    this.state = { ...this.saved };
    return this.stopping('PostgreSQL is started with the copied files', (server) =>
      server.restore(),
    );
  }

  /** Ends one of the server's processes for the instances. */
  async cut(index: number): Promise<void> {
    const { gate, observer } = this.parts;
    const clients = [...gate.clients];
    const client = clients[index % clients.length] as
      | (pg.Client & { processID: number })
      | undefined;
    if (client === undefined) return;
    await this.step(
      `connection ${index % clients.length} of ${clients.length} is cut`,
      async () => {
        await observer.session.query('SELECT pg_terminate_backend($1)', [client.processID]);
        await gate.lost([client]);
      },
    );
  }

  setClock(ahead: (typeof CLOCKS)[number]): Promise<void> {
    return this.step(`the clock of the database is ahead by ${ahead}`, () =>
      execute(this.parts.connection, shiftClock(ahead)),
    );
  }

  /** Lets commits of new sessions no longer wait for the disk, or wait again. */
  async switchDurability(): Promise<void> {
    const { state } = this;
    state.isDurable = !state.isDurable;
    const value = state.isDurable ? 'on' : 'off';
    await this.step(`synchronous_commit is ${value}, and reloaded`, () =>
      execute(
        this.parts.connection,
        `ALTER SYSTEM SET synchronous_commit = ${value}`,
        'SELECT pg_reload_conf()',
      ),
    );
  }

  /** Publishes all tables, as tools of logical replication do, or stops that. */
  async switchPublication(): Promise<void> {
    const { state } = this;
    state.isPublished = !state.isPublished;
    const statement = state.isPublished
      ? 'CREATE PUBLICATION everything FOR ALL TABLES'
      : 'DROP PUBLICATION everything';
    await this.step(statement, () =>
      // A crash must not lose it: the statement after this one depends on it.
      execute(this.parts.connection, 'SET synchronous_commit = on', statement),
    );
  }

  /** Makes commits durable. Otherwise no instance starts. */
  async makeDurable(): Promise<void> {
    if (!this.state.isDurable) await this.switchDurability();
  }

  private async stopping(what: string, stop: (server: SimulatedServer) => Promise<void>) {
    await this.step(what, async () => {
      const { server, gate, observer, sessions, connection } = this.parts;
      const clients = [...gate.clients];
      await stop(server);
      await gate.lost(clients);
      sessions.length = 0;
      observer.session = await connected(connection);
    });
  }
}
