import { Socket } from 'node:net';
import pg from 'pg';
import {
  assertContract,
  factsStatement,
  PIN_DURABILITY,
  sessionNotKept,
  type Facts,
  type SessionSettings,
} from './connection/contract.js';
import { setStatements } from './connection/session-settings.js';
import { explained, inWordsOfPg } from './connection/tls.js';
import { traceStatement } from '../observability/tracing/tracing.js';
import { databaseError } from './database-errors.js';
import { isDelayedByMigration } from './migration-wait.js';

/** The state of a connection outside of a transaction. */
const IDLE = 'I';
const END_OF_TRANSACTION = /^(COMMIT|ROLLBACK)$/;
/**
 * SQLSTATEs of a connection whose server was replaced or whose session was lost:
 * - a standby, a missing file, a broken protocol
 * - a prepared statement that is missing or has another result
 */
const BROKEN_LINE = /^(08P01|0A000|25006|26000|55000|58P01)$/;

/** SQLSTATEs of a prepared statement that is missing, or belongs to another client. */
const STATEMENT_NAMES = /^(26000|42P05)$/;

/** pg's configuration of a client or pool, with what the service adds. */
export interface ResilientConfig extends pg.ClientConfig {
  /**
   * The connection is given up when a statement takes longer. Above the server's own statement limit, so that only a dead
   * connection reaches it; left out: waits until the statement ends.
   */
  deadlineMs?: number;
  /** Applied to the session, and verified together with everything else that the service needs. Left out: nothing is verified. */
  settings?: SessionSettings;
  /** Reads the current password, which may have been replaced since the start; undefined: that of the configuration. */
  readPassword?: (() => Promise<string | undefined>) | null;
  /** Finds the server to connect to, among several, instead of the host of the configuration. */
  primary?: ServerSearch | null;
}

/** Address of a server. */
export interface Place {
  host: string;
  port: number;
}

/** Search for the server that accepts writes, among several. */
interface ServerSearch {
  find(): Promise<Place>;
  /** Discards the result after a connection failed or broke, so that the next `find` asks the servers again. */
  forget(): void;
}

type Query = (...args: unknown[]) => unknown;
type ConnectCallback = (error: Error | null, client?: pg.Client) => void;

/**
 * A connection whose loss never ends the process: between queries, an `error` event without a listener would be an uncaught
 * exception.
 * - with a deadline, it is closed when a statement is not answered in time; TCP alone may need a quarter of an hour
 * - with settings, it is ready only when the database and the session can keep what the service promises
 */
export class ResilientClient extends pg.Client {
  private readonly socket: Socket;
  private readonly usualDeadlineMs: number | undefined;
  private deadlineMs: number | undefined;

  constructor(protected readonly config: ResilientConfig = {}) {
    const socket = new Socket();
    super(withStream(config, socket));
    this.socket = socket;
    this.deadlineMs = this.usualDeadlineMs = config.deadlineMs;
    this.on('error', () => this.config.primary?.forget());
    const query = this.query.bind(this) as Query;
    // Not a method: pg declares too many forms of it.
    this.query = ((...args: unknown[]) => {
      const run = (): unknown => this.inTime(query(...args));
      const isAlone = this.getTransactionStatus() === IDLE;
      const result = traceStatement(args, isAlone ? () => this.patiently(run) : run);
      if (END_OF_TRANSACTION.test(String(args[0]))) this.deadlineMs = this.usualDeadlineMs;
      return result;
    }) as typeof this.query;
  }

  /** @throws DatabaseContractError where the server, its database or the session is not what the service needs */
  override connect(): Promise<this>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<this> | undefined {
    const opened = this.open();
    if (callback === undefined) return opened;
    opened.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  /**
   * Sets the time limit of each statement of the current transaction, including its commit. The server's own limit has to be
   * lower; a client without a deadline is not affected.
   */
  allowMs(deadlineMs: number): void {
    if (this.usualDeadlineMs !== undefined) this.deadlineMs = deadlineMs;
  }

  /** Closes the connection at once; pending queries fail. */
  cut(): void {
    this.socket.destroy();
  }

  /**
   * Reads the facts of the connection again.
   *
   * @throws DatabaseContractError where it is not what the service needs
   */
  async verify(): Promise<Facts> {
    const { settings = {} } = this.config;
    const { rows } = await this.query<Facts>(factsStatement(settings));
    return verified(rows[0], settings);
  }

  /** Returns true if another server process answers than the one that accepted the connection, which shows a pooler. */
  isPooled({ pid }: Facts): boolean {
    // pg sets it when it connects, and does not declare it.
    return pid !== (this as unknown as { processID: number | null }).processID;
  }

  /** Applies the settings to the session. */
  protected async prepare(settings: SessionSettings): Promise<void> {
    const statement = factsStatement(settings);
    const results: unknown = await this.query(
      `${setStatements(settings, 'SESSION')}; ${PIN_DURABILITY}; ${statement}`,
    );
    const facts = verified((results as pg.QueryResult<Facts>[]).at(-1)?.rows[0], settings);
    if (!this.isPooled(facts)) return;
    for (let turn = 1; turn <= 2; turn += 1) {
      const { rows } = await this.query<Facts>({ name: 'session', text: statement }).catch(
        (error: unknown) => {
          throw STATEMENT_NAMES.test(databaseError(error)?.code ?? '') ? sessionNotKept() : error;
        },
      );
      if (verified(rows[0], settings).pid !== facts.pid) throw sessionNotKept();
    }
  }

  private async open(): Promise<this> {
    const { primary, settings, readPassword } = this.config;
    // pg reads where to connect, and the password, when it connects.
    if (primary) Object.assign(this, (await primary.find()) satisfies Place);
    const password = await readPassword?.();
    if (password !== undefined) Object.assign(this, { password });
    try {
      await super.connect();
      if (settings !== undefined) await this.prepare(settings);
      return this;
    } catch (error) {
      primary?.forget();
      this.cut();
      throw explained(error, this.config.connectionString);
    }
  }

  /** Runs a statement outside of a transaction, and repeats it while a migration holds a lock that it needs. */
  private patiently(run: () => unknown, beganAt = performance.now()): unknown {
    const result = run();
    if (!(result instanceof Promise)) return result;
    return result.catch(async (error: unknown) => {
      if (await isDelayedByMigration(this, error, beganAt)) return this.patiently(run, beganAt);
      throw error;
    });
  }

  private inTime(result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    const { deadlineMs } = this;
    const deadline =
      deadlineMs === undefined ? undefined : setTimeout(() => this.cut(), deadlineMs);
    return result
      .catch((error: unknown) => {
        if (BROKEN_LINE.test(databaseError(error)?.code ?? '')) this.cut();
        throw error;
      })
      .finally(() => clearTimeout(deadline));
  }
}

function verified(facts: Facts | undefined, settings: SessionSettings): Facts {
  if (facts === undefined) throw new Error('a statement without a table has one row');
  assertContract(facts, settings);
  return facts;
}

/** Adds a socket to a configuration of pg's pool, and writes its URL in pg's words. A spread would lose the password, which is not enumerable. */
function withStream(config: ResilientConfig, socket: Socket): pg.ClientConfig {
  const { connectionString } = config;
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(config),
      stream: { value: () => socket, enumerable: true },
      ...(connectionString && {
        connectionString: { value: inWordsOfPg(connectionString), enumerable: true },
      }),
    },
  );
}
