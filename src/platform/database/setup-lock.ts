import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { keptLineOptions } from './connection/lines.js';
import { SETUP_SETTINGS } from './connection/session-settings.js';
import type { PostgresOptions } from './database.js';
import { SETUP_LOCK, SETUP_LOCK_HOLDERS } from './migration-wait.js';

/** Limits and messages of a start that waits while another process sets the database up. */
export interface SetupWait {
  /** Time after which the start fails. */
  seconds: number;
  /** Reports who holds the lock: first, when it changes, and every ten seconds. */
  report: (line: string) => void;
}

/** Error: others held the setup lock for too long. The message is one line for a person. */
export class SetupLockError extends Error {}

/** Longer than a request may wait for a busy server. */
const START_TIMEOUT_MS = 20_000;
const BETWEEN_ATTEMPTS_MS = 1_000;
const REPORT_EVERY = 10;
const PATIENT: SetupWait = { seconds: 600, report: () => undefined };

const FIND_HOLDER = `SELECT format('server process %s (%s, %s, connected since %s, %s)', a.pid,
    coalesce(nullif(a.application_name, ''), 'an application without a name'),
    coalesce('at ' || host(a.client_addr), 'on the same machine'),
    to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), a.state) AS holder, a.pid
  ${SETUP_LOCK_HOLDERS}`;

/**
 * Runs `work` under a lock that one process holds at a time. The work uses its own connections without a statement time limit,
 * so that a long migration is not canceled.
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
