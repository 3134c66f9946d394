import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { keptLineOptions } from './connection/lines.js';
import { SETUP_SETTINGS } from './connection/session-settings.js';
import type { PostgresOptions } from './database.js';
import { databaseError, OverloadError } from './database-errors.js';

/** Limits and messages of a start that waits while another process sets the database up. */
export interface SetupWait {
  /** Time after which the start fails. */
  seconds: number;
  /** Reports who holds the lock: first, when it changes, and every ten seconds. */
  report: (line: string) => void;
}

/** Others held the setup lock for too long; the message is the one line a person needs. */
export class SetupLockError extends Error {}

/** A start may wait for a busy server longer than a request may. */
const START_TIMEOUT_MS = 20_000;
/** Any constant: the same in every instance. */
const SETUP_LOCK = 7_746_001;
const BETWEEN_ATTEMPTS_MS = 1_000;
const REPORT_EVERY = 10;
const PATIENT: SetupWait = { seconds: 600, report: () => undefined };

/** Longest time for which a request waits for migrations: below the time after which stores give up. */
const REQUEST_WAIT_MS = 5_000;
/** Age up to which an answer of whether the lock is held serves all requests. */
const ANSWER_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL splits the key of an advisory lock into two halves. */
const HOLDERS = `FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = $1`;
const IS_HELD = `SELECT EXISTS (SELECT ${HOLDERS}) AS held`;
const FIND_HOLDER = `SELECT format('server process %s (%s, %s, connected since %s, %s)', a.pid,
    coalesce(nullif(a.application_name, ''), 'an application without a name'),
    coalesce('at ' || host(a.client_addr), 'on the same machine'),
    to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), a.state) AS holder, a.pid
  ${HOLDERS}`;

const held = new WeakMap<DataSource, { askedAt: number; answer: Promise<boolean> }>();

/**
 * Runs `work` under a lock that one process holds at a time. The work has its own connections without a statement time
 * limit, so that a long migration is not canceled.
 *
 * @throws SetupLockError when others have held the lock for too long
 */
export async function withSetupLock<T>(
  options: PostgresOptions,
  work: (dataSource: DataSource) => Promise<T>,
  wait: SetupWait = PATIENT,
): Promise<T> {
  const dataSource = new DataSource({
    ...keptLineOptions(options, { application: 'setup', settings: SETUP_SETTINGS }),
    poolSize: 2,
    connectTimeoutMS: START_TIMEOUT_MS,
  });
  await dataSource.initialize();
  try {
    await takeLock(dataSource.createQueryRunner().manager, wait);
    return await work(dataSource);
  } finally {
    // Ends the locking connection, and with it the lock, on success and on failure.
    await dataSource.destroy();
  }
}

/**
 * Tells whether work of a request failed because it waited for a lock, or for a turn behind others that did, while another process
 * migrates the database. It has done nothing, and migrations soon give their locks back: the work is worth repeating.
 *
 * @param beganAt when the request began to wait, by `performance.now()`
 */
export async function isDelayedByMigration(
  dataSource: DataSource,
  error: unknown,
  beganAt: number,
): Promise<boolean> {
  const isDelayed =
    error instanceof OverloadError || databaseError(error)?.code === LOCK_NOT_AVAILABLE;
  const now = performance.now();
  if (!isDelayed || now - beganAt > REQUEST_WAIT_MS) return false;
  let known = held.get(dataSource);
  if (known === undefined || now - known.askedAt > ANSWER_MS) {
    const asked = dataSource.query<{ held: boolean }[]>(IS_HELD, [SETUP_LOCK]);
    const answer = asked.then(
      ([row]) => row?.held === true,
      () => false,
    );
    known = { askedAt: now, answer };
    held.set(dataSource, known);
  }
  return known.answer;
}

async function takeLock(manager: EntityManager, { seconds, report }: SetupWait): Promise<void> {
  const lateAt = performance.now() + seconds * 1_000;
  let reported = '';
  for (let attempt = 0; ; attempt += 1) {
    const [taken] = await manager.query<{ locked: boolean }[]>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [SETUP_LOCK],
    );
    if (taken?.locked) return;
    const [found] = await manager.query<{ holder: string; pid: number }[]>(FIND_HOLDER, [
      SETUP_LOCK,
    ]);
    // The lock was released in the meantime.
    if (found === undefined) continue;
    if (performance.now() > lateAt) {
      throw new SetupLockError(
        `for ${seconds} s, ${found.holder} has held the lock under which a start sets the database up; ` +
          `wait until it is done, end it with SELECT pg_terminate_backend(${found.pid}), or raise MIGRATION_WAIT_SECONDS`,
      );
    }
    if (found.holder !== reported || attempt % REPORT_EVERY === 0) {
      report(`waiting for the setup of the database by ${found.holder}`);
      reported = found.holder;
    }
    await sleep(BETWEEN_ATTEMPTS_MS);
  }
}
