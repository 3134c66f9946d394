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
import { traceStatement } from '../observability/tracing/tracing.js';
import { databaseError } from './database-errors.js';
import { isDelayedByMigration } from './migration-wait.js';

/** The state of a connection outside of a transaction. */
const IDLE = 'I';
const END_OF_TRANSACTION = /^(COMMIT|ROLLBACK)$/;
/**
 * SQLSTATEs of a connection whose server was replaced or lost its session: a standby, a prepared statement that is missing or
 * has another result, a missing file, a broken protocol.
 */
const BROKEN_LINE = /^(08P01|0A000|25006|26000|55000|58P01)$/;

/** SQLSTATEs of a prepared statement that is missing, or belongs to another client. */
const STATEMENT_NAMES = /^(26000|42P05)$/;

/** pg's configuration of a client or pool, with what the service adds. */
export interface ResilientConfig extends pg.ClientConfig {
  /**
   * The connection is given up when a statement takes longer; above the server's own limit of a statement, so that only a
   * dead connection reaches it. Left out: waits until the statement ends.
   */
  deadlineMs?: number;
  /** Given to the session, and verified with all else that the service needs. Left out: nothing is verified. */
  settings?: SessionSettings;
  /** Reads the password of now, which may have been replaced since the start; undefined: that of the configuration. */
  readPassword?: (() => Promise<string | undefined>) | null;
  /** Search among several servers for the one to connect to, instead of the host of the configuration. */
  primary?: ServerSearch | null;
}

/** Address of a server. */
export interface Place {
  host: string;
  port: number;
}

/** Search for the one of several servers that takes writes. */
interface ServerSearch {
  find(): Promise<Place>;
  /** Discards the result after a connection failed or broke: the next `find` asks the servers again. */
  forget(): void;
}

type Query = (...args: unknown[]) => unknown;
type ConnectCallback = (error: Error | null, client?: pg.Client) => void;

/**
 * A connection whose loss never ends the process. The running query and the pool handle the `error` event, but between
 * queries the event has no listener and would be an uncaught exception. With a deadline, the connection is closed when
 * a statement is not answered in time: if the network drops all packets, or the server is gone, TCP reports it to the
 * caller only after about a quarter of an hour.
 *
 * With settings, a connection is ready only when the database and the session can keep what the service promises.
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
   * Sets the time limit of each statement of the current transaction, including its commit; the server's own limit has to
   * be lower. Does nothing to a client without a deadline.
   */
  allowMs(deadlineMs: number): void {
    if (this.usualDeadlineMs !== undefined) this.deadlineMs = deadlineMs;
  }

  /** Closes the connection at once; pending queries fail. */
  cut(): void {
    this.socket.destroy();
  }

  /**
   * Reads what the connection says of itself now.
   *
   * @throws DatabaseContractError where it is not what the service needs
   */
  async verify(): Promise<Facts> {
    const { settings = {} } = this.config;
    const { rows } = await this.query<Facts>(factsStatement(settings));
    return verified(rows[0], settings);
  }

  /** Tells whether the server's process is another one than that which took the connection: poolers show no process. */
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
      throw error;
    }
  }

  /** Runs a statement outside of a transaction, and again while a migration holds a lock that it needs. */
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

/** Adds a socket to a configuration of pg's pool, whose password is not enumerable: a spread would lose it. */
function withStream(config: ResilientConfig, socket: Socket): pg.ClientConfig {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(config),
      stream: { value: () => socket, enumerable: true },
    },
  );
}
