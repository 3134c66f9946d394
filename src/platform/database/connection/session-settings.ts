import type { SessionSettings } from './contract.js';

/**
 * Settings that make the service independent of the configuration of a database or role. JIT compilation is off: without
 * statistics, as for a newly filled table, it takes longer than the statement itself.
 */
const SAME_EVERYWHERE: SessionSettings = {
  jit: 'off',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
};

/**
 * Settings for statements of requests. The limits are the server's: pg's own query_timeout could leave a transaction open on a pooled
 * connection.
 */
export const REQUEST_SETTINGS: SessionSettings = {
  ...SAME_EVERYWHERE,
  default_transaction_isolation: 'read committed',
  statement_timeout: '5s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '5s',
};

/** The same within one transaction, where each one may run in another session. */
export const TRANSACTION_SETTINGS: SessionSettings = {
  ...SAME_EVERYWHERE,
  transaction_isolation: 'read committed',
  statement_timeout: '5s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '5s',
};

/**
 * Settings of a dedicated connection. Its few statements run often and are never worth a custom plan.
 * - a plan that was made for an empty table must not read all of a full one
 */
export const DEDICATED_SETTINGS: SessionSettings = {
  ...REQUEST_SETTINGS,
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
};

/**
 * Settings for migrations, which may take long. Their lock_timeout is short, because a queued ALTER TABLE blocks every later
 * statement on the table.
 * - a fifth of what a request waits
 * - less than PostgreSQL's deadlock_timeout, so that no other transaction is canceled because of it
 */
export const SETUP_SETTINGS: SessionSettings = {
  ...REQUEST_SETTINGS,
  statement_timeout: '0',
  lock_timeout: '200ms',
  idle_in_transaction_session_timeout: '0',
};

/** Statements that give the session, or with `LOCAL` the transaction, its settings. */
export function setStatements(settings: SessionSettings, scope: 'SESSION' | 'LOCAL'): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET ${scope} ${name} = '${value}'`)
    .join('; ');
}
