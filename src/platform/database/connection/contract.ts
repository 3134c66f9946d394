import { UnavailableError } from '../database-errors.js';
import { IS_AURORA } from './storage.js';

/** Required settings of a PostgreSQL session, spelled as `SHOW` displays them. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Error: the database, or a pooler in front of it, cannot provide what the service promises. */
export class DatabaseContractError extends UnavailableError {}

/** Error: the server confirms changes that a crash could lose. */
export class DurabilityError extends DatabaseContractError {}

/** Facts about the server, the database and the session of a connection. */
export interface Facts {
  /** The server process that ran the statement. */
  pid: number;
  database: string;
  version: number;
  isStandby: boolean;
  isReadOnly: boolean;
  encoding: string;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  isAurora: boolean;
  /** The time since which the server counts; it reveals a crash on storage that hides crashes. null: the server does not say. */
  countsSince: string | null;
  settings: Record<string, string>;
}

const OLDEST_VERSION = 150_000;

/** Reads the {@link Facts}, with the values that the session has for some settings. */
export function factsStatement(settings: SessionSettings): string {
  const shown = Object.keys(settings).map((name) => `'${name}', current_setting('${name}')`);
  return `SELECT pg_backend_pid() AS pid, current_database() AS database,
    current_setting('server_version_num')::integer AS version, pg_is_in_recovery() AS "isStandby",
    current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
    ${IS_AURORA} AS "isAurora", pg_stat_get_bgwriter_stat_reset_time()::text AS "countsSince",
    json_build_object(${shown.join(', ')}) AS settings`;
}

/**
 * Pins the durability that the session has now, because the configuration may be changed while the service runs. A fixed value
 * could be less than what is configured.
 */
export const PIN_DURABILITY = `SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)`;

const KEEP_SESSIONS =
  'let DATABASE_URL lead to PostgreSQL directly or through a pooler in session mode; a pooler in transaction mode belongs into DATABASE_POOLED_URL';

/** @throws DatabaseContractError with one line that says what is wrong and what to do */
export function assertContract(facts: Facts, settings: SessionSettings): void {
  const broken = brokenPromise(facts, settings);
  if (broken !== null) throw new DatabaseContractError(broken);
  const lost = lostDurability(facts);
  if (lost !== null) throw new DurabilityError(lost);
}

/** Makes the error for a session that was replaced between two statements. */
export function sessionNotKept(): DatabaseContractError {
  return new DatabaseContractError(
    `the session of DATABASE_URL is not kept from one statement to the next; ${KEEP_SESSIONS}`,
  );
}

function brokenPromise(facts: Facts, settings: SessionSettings): string | null {
  const database = `ALTER DATABASE ${quoted(facts.database)}`;
  if (facts.version < OLDEST_VERSION) {
    return `the server has PostgreSQL ${Math.floor(facts.version / 10_000)}, which is too old; use 15 or later`;
  }
  if (facts.isStandby) {
    return 'the server is a standby (in recovery) and stores nothing; let DATABASE_URL lead to the primary, or name all servers in it, as postgres://user@a,b,c/orders';
  }
  if (facts.isReadOnly) {
    return `the database is read-only by default; run ${database} RESET default_transaction_read_only, and look for the setting in postgresql.conf and at the role`;
  }
  if (facts.encoding !== 'UTF8') {
    return `the database has the encoding ${facts.encoding}, which cannot hold every text; move to a database that was created with ENCODING 'UTF8'`;
  }
  if (facts.isAurora && facts.countsSince === null) {
    return 'the server hides its crashes: its storage keeps unlogged tables, and pg_stat_get_bgwriter_stat_reset_time() is null, so outdated prices could be sold; use PostgreSQL itself';
  }
  for (const [name, value] of Object.entries(settings)) {
    const shown = facts.settings[name];
    if (shown !== value) {
      return `the session has ${name} ${shown}, though the service set it to ${value}; ${KEEP_SESSIONS}`;
    }
  }
  return null;
}

/** Finds what a crash could lose. Aurora's storage has its own flush and no torn pages, so two settings mean nothing there. */
function lostDurability(facts: Facts): string | null {
  if (facts.fsync !== 'on' && !facts.isAurora) {
    return `fsync is ${facts.fsync}, and a crash of the machine would destroy the database; set fsync = on in postgresql.conf and reload`;
  }
  if (facts.fullPageWrites !== 'on' && !facts.isAurora) {
    return `full_page_writes is ${facts.fullPageWrites}, and a crash of the machine could damage the database; set full_page_writes = on in postgresql.conf and reload`;
  }
  if (facts.synchronousCommit === 'off') {
    return `synchronous_commit is off, and a crash would lose orders that were confirmed; run ALTER DATABASE ${quoted(facts.database)} SET synchronous_commit = on, and look for the setting in postgresql.conf and at the role`;
  }
  return null;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
