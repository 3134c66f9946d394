import type { QueryResult } from 'pg';
import {
  DatabaseContractError,
  factsStatement,
  type Facts,
  type SessionSettings,
} from '../connection/contract.js';
import { PreparingClient } from '../connection/preparing-client.js';
import { REQUEST_SETTINGS, setStatements } from '../connection/session-settings.js';
import { isDatabaseUnavailable } from '../database-errors.js';
import type { ResilientConfig } from '../resilient-client.js';

/** A point in the primary's history: the end of its WAL on disk, on one of its timelines. */
export interface WalPosition {
  lsn: string;
  /** Number of the timeline. Each promotion increases it. */
  timeline: number;
  /** The {@link IDENTITY} of the session that read it. */
  identity: string;
}

/** pg's configuration of a connection to a standby. */
export interface ReaderConfig extends ResilientConfig {
  /** Reads the {@link IDENTITY} of the primary. */
  readIdentity: () => Promise<string>;
  /** Runs a statement that failed here on the primary. */
  runOnPrimary: (args: unknown[]) => Promise<unknown>;
  /** Called when a statement failed because of the server or the connection. */
  onFailed: () => void;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** Equal for two connections of one role to the same database or to a copy of it, and different for all others. */
export const IDENTITY = `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), current_user, current_schema()) AS identity`;

/** State of a standby. Its timeline is that of its newest restart point or, if later, of the newest WAL that its files need. */
const STATE = `SELECT pg_is_in_recovery() AS "isStandby",
  pg_last_wal_replay_lsn() >= $1 AND greatest(timeline_id, min_recovery_end_timeline) = $2 AS "isReplayed"
  FROM pg_control_checkpoint(), pg_control_recovery()`;

/**
 * Settings of a session at a standby: those of the primary, but read-only. A standby that is promoted meanwhile would otherwise
 * store what is written.
 */
export const READER_SETTINGS = { ...REQUEST_SETTINGS, default_transaction_read_only: 'on' };
const IDLE = 'I';
const BEGIN = /^START TRANSACTION\b/;

/**
 * A connection to a standby of the primary. If the standby cannot answer a statement outside of a transaction, for example
 * because replayed changes conflict, the primary runs it.
 */
export class ReaderClient extends PreparingClient {
  private readonly ask: Query;
  /** Stays the same during the session, even if its database is renamed. */
  private identity = '';

  constructor(private readonly reader: ReaderConfig) {
    super(reader);
    const ask = (this.ask = this.query.bind(this) as Query);
    this.query = (async (...args: unknown[]) => {
      const isAlone = this.getTransactionStatus() === IDLE && !BEGIN.test(String(args[0]));
      try {
        return await ask(...args);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        reader.onFailed();
        if (!isAlone) throw error;
        return reader.runOnPrimary(args);
      }
    }) as unknown as typeof this.query;
  }

  /**
   * Returns true if the server has replayed everything up to a position of the primary. A position of another timeline counts
   * as not replayed.
   *
   * @throws DatabaseContractError if the server is not a standby, or another database took the name of this one
   */
  async hasReplayed({ lsn, timeline, identity }: WalPosition): Promise<boolean> {
    this.assertCopyOf(identity);
    const { rows } = (await this.ask({ name: 'state', text: STATE, values: [lsn, timeline] })) as {
      rows: [{ isStandby: boolean; isReplayed: boolean | null }];
    };
    const [{ isStandby, isReplayed }] = rows;
    if (!isStandby) throw notStandby();
    return isReplayed === true;
  }

  /** Applies the settings to the session, and verifies that the server is a standby of the primary. */
  protected override async prepare(settings: SessionSettings): Promise<void> {
    const statements = [setStatements(settings, 'SESSION'), factsStatement({}), IDENTITY];
    const results = (await this.ask(statements.join('; '))) as QueryResult[];
    const [facts, { identity }] = results.slice(-2).map(({ rows }) => rows[0] as unknown) as [
      Facts,
      { identity: string },
    ];
    if (!facts.isStandby) throw notStandby();
    if (this.isPooled(facts)) {
      throw new DatabaseContractError(
        'a pooler is in front of the server, and what it has replayed is known for single sessions only; let DATABASE_READER_URL lead to PostgreSQL directly',
      );
    }
    this.identity = identity;
    this.assertCopyOf(await this.reader.readIdentity());
  }

  private assertCopyOf(expected: string): void {
    if (this.identity === expected) return;
    throw new DatabaseContractError(
      `the server is no copy of that of DATABASE_URL with the same database and role (system identifier, database, role and schema are ${this.identity}, expected ${expected})`,
    );
  }
}

function notStandby(): DatabaseContractError {
  return new DatabaseContractError(
    'the server is a primary, not a standby; let DATABASE_READER_URL lead to hot standbys of DATABASE_URL',
  );
}
