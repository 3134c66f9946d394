import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ResilientClient } from '../../../../src/platform/database/resilient-client.js';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

/** Outcome of a statement: answered, or executed with the connection lost before the answer. */
export type Fate = 'answered' | 'lost';

/** A statement that an instance is about to send. */
interface HeldStatement {
  instance: string;
  /** Its connection, as a number. */
  connection: number;
  /** Number of times the gate had come to rest before this statement arrived. */
  round: number;
  text: string;
  send: (fate: Fate) => void;
}

/**
 * The parameter of a database URL that identifies an instance. PostgreSQL's own programs know it, and the service does not set
 * it.
 */
const INSTANCE = 'fallback_application_name';
/** Parts of the transaction that loads the copies. All of them see the moment of its beginning. */
const LOADING = /^(DECLARE|FETCH|CLOSE) /;
/** Work that follows a statement without another one takes fewer turns of the event loop than this. */
const TURNS = 12;
const PAUSE_MS = 1;

/**
 * Holds every statement of an instance between the instance and pg, until the scheduler sends it.
 * - statements that open a session or load the copies pass
 * - statements of everybody else pass, too
 */
export class DatabaseGate {
  /** In the order in which they came. */
  readonly held: HeldStatement[] = [];
  readonly clients = new Set<pg.Client>();
  private readonly controlled = new Set<string>();
  private readonly dead = new Set<string>();
  private readonly ready = new WeakSet<pg.Client>();
  private running = 0;
  private rounds = 0;
  private readonly connections = new WeakMap<pg.Client, number>();
  private connectionCount = 0;

  private constructor(private readonly query: Query) {}

  /** Closes the gate for this test file. The returned function removes it. */
  static install(): { gate: DatabaseGate; remove: () => void } {
    const client = pg.Client.prototype as unknown as { query: Query };
    const resilient = ResilientClient.prototype as unknown as { open: () => Promise<pg.Client> };
    const { query } = client;
    const { open } = resilient;
    const gate = new DatabaseGate(query);
    client.query = function (...args) {
      return instanceOf(this) === null ? query.apply(this, args) : gate.pass(this, args);
    };
    resilient.open = function (this: pg.Client) {
      return gate.opening(this, () => open.call(this));
    };
    const remove = (): void => {
      Object.assign(client, { query });
      Object.assign(resilient, { open });
    };
    return { gate, remove };
  }

  static urlFor(url: string, instance: string): string {
    const named = new URL(url);
    named.searchParams.set(INSTANCE, instance);
    return named.href;
  }

  /** Holds the statements of an instance from now on. */
  control(instance: string): void {
    this.controlled.add(instance);
  }

  /** Lets everything of all instances pass from now on. */
  open(): void {
    this.controlled.clear();
    this.dead.clear();
    for (const { send } of this.held.splice(0)) send('answered');
  }

  /** Ends an instance as `kill -9` does: its connections are cut, and its further work does not happen. */
  async kill(instance: string): Promise<void> {
    this.dead.add(instance);
    const own = [...this.clients].filter((client) => instanceOf(client) === instance);
    for (const client of own) (client as ResilientClient).cut();
    const remaining = this.held.splice(0);
    for (const statement of remaining) {
      if (statement.instance === instance) statement.send('answered');
      else this.held.push(statement);
    }
    await this.lost(own);
  }

  /** Sends one of the statements. @returns a line for the record */
  send(index: number, fate: Fate): string {
    const [statement] = this.held.splice(index, 1);
    if (statement === undefined) throw new Error(`no statement ${index} is held`);
    statement.send(fate);
    return `${statement.instance}: ${statement.text}`;
  }

  /** Counts the scheduler's own work as running until it has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await work;
    } finally {
      this.running -= 1;
    }
  }

  /**
   * Resolves when nothing moves any more: every sent statement is answered, or waits for a lock.
   *
   * @param waiting how many sessions of the database wait for a lock
   */
  async settled(waiting: () => Promise<number>): Promise<void> {
    for (;;) {
      const { running } = this;
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
      if (this.running !== running) continue;
      if (running === 0 || (await waiting()) >= running) break;
      await sleep(PAUSE_MS);
    }
    // Those that came together, in an order that does not depend on how fast connections are opened.
    this.held.sort(
      (a, b) =>
        a.round - b.round ||
        a.instance.localeCompare(b.instance) ||
        a.text.localeCompare(b.text) ||
        a.connection - b.connection,
    );
    this.rounds += 1;
  }

  /** Resolves when these connections have noticed their end. */
  async lost(clients: readonly pg.Client[]): Promise<void> {
    while (clients.some((client) => this.clients.has(client))) await sleep(PAUSE_MS);
  }

  private async pass(client: pg.Client, args: unknown[]): Promise<unknown> {
    const instance = instanceOf(client) ?? '';
    if (this.dead.has(instance)) throw ended();
    const label = labelOf(args[0]);
    const isHeld = this.controlled.has(instance) && this.ready.has(client) && !LOADING.test(label);
    if (!isHeld) return this.during(this.query.apply(client, args));
    return new Promise((resolve, reject) => {
      const send = (fate: Fate): void => {
        this.during(this.carryOut(client, args, fate)).then(resolve, reject);
      };
      const connection = this.connections.get(client) ?? 0;
      this.held.push({ instance, text: label, send, connection, round: this.rounds });
    });
  }

  private async carryOut(client: pg.Client, args: unknown[], fate: Fate): Promise<unknown> {
    if (this.dead.has(instanceOf(client) ?? '')) throw ended();
    const result = await this.query.apply(client, args);
    if (fate === 'answered') return result;
    (client as ResilientClient).cut();
    await this.lost([client]);
    throw ended();
  }

  private async opening(client: pg.Client, open: () => Promise<pg.Client>): Promise<pg.Client> {
    const instance = instanceOf(client);
    if (instance === null) return open();
    if (this.dead.has(instance)) throw ended();
    this.clients.add(client);
    this.connectionCount += 1;
    this.connections.set(client, this.connectionCount);
    client.once('end', () => this.clients.delete(client));
    const opened = await this.during(open()).catch((error: unknown) => {
      this.clients.delete(client);
      throw error;
    });
    this.ready.add(client);
    return opened;
  }
}

/** Makes pg's error for a connection that has ended. */
function ended(): Error {
  return new Error('Connection terminated unexpectedly');
}

function instanceOf(client: pg.Client): string | null {
  const { connectionParameters } = client as unknown as {
    connectionParameters: Record<string, string | undefined>;
  };
  return connectionParameters[INSTANCE] ?? null;
}

/** Returns a statement's name, or else its beginning. */
function labelOf(statement: unknown): string {
  const { name, text = String(statement) } = statement as { name?: string; text?: string };
  return name ?? text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
}
