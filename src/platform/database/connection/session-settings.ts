import type { SessionSettings } from './contract.js';

/**
 * Settings that make the service independent of the configuration of a database or role. JIT compilation is off: where statistics are
 * missing, as for a table that has just been filled, it takes longer than the statement itself.
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

/** The same within one transaction, where the session may be another one each time. */
export const TRANSACTION_SETTINGS: SessionSettings = {
  ...SAME_EVERYWHERE,
  transaction_isolation: 'read committed',
  statement_timeout: '5s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '5s',
};

/**
 * Settings of a dedicated connection: few statements, run often, are never worth a custom plan.
 * A plan that was made when a table was empty must not read all of it when it is full.
 */
export const DEDICATED_SETTINGS: SessionSettings = {
  ...REQUEST_SETTINGS,
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
};

/**
 * Settings for migrations, which may take long. A queued ALTER TABLE blocks every later statement on the table for as long as the
 * current ones take: a fifth of what a request waits, and less than PostgreSQL's deadlock_timeout, so that no other
 * transaction is canceled because of it.
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
