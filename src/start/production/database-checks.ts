import type { EntityManager } from 'typeorm';
import { areStatementsUnapproved } from '../../identity/approvals/settings/unapproved-statements.js';
import { countSignInGaps } from '../../identity/users/sign-in-gaps.js';
import { findUnvalidatedKeys } from '../../schema/validate-keys.js';
import { areDocumentsOnHold } from '../../tax/documents/numbers/document-hold.entity.js';
import { refused, warning, type Finding } from './finding.js';

/** A good clock differs by less, including the time of the query. */
export const CLOCK_TOLERANCE_SECONDS = 5;
const BACKUP_AGE_HOURS = 24;

/** Refuses the demo's people, who stay in a database when DEMO_DATA is switched off. */
export async function checkDemoPeople(manager: EntityManager): Promise<Finding | null> {
  const { demoPeople } = await countSignInGaps(manager);
  return demoPeople > 0
    ? refused(
        `the database has ${demoPeople} people of the demo, whose passwords a file has in clear`,
        'start with an empty database, or remove these people',
      )
    : null;
}

/** Refuses owners who can work without a second factor. Others have to set one up before anything else. */
export async function checkSecondFactors(manager: EntityManager): Promise<Finding | null> {
  const { exemptOwners, waitingOwners } = await countSignInGaps(manager);
  if (exemptOwners > 0) {
    return refused(
      `${exemptOwners} ${exemptOwners === 1 ? 'owner works' : 'owners work'} without a second factor`,
      'let them set it up under "My account", or remove them',
    );
  }
  return waitingOwners > 0
    ? warning(
        `${waitingOwners} ${waitingOwners === 1 ? 'owner has' : 'owners have'} not set up a second factor yet, and cannot work until then`,
        'let them sign in and set it up',
      )
    : null;
}

/** Reports a clock of the database that differs from this machine's. */
export async function checkClock(manager: EntityManager): Promise<Finding | null> {
  const [{ now }] = await manager.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
  const seconds = Math.round((now.getTime() - Date.now()) / 1_000);
  return Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS
    ? warning(
        `the clock of the database differs by ${Math.abs(seconds)} s from this machine's`,
        'synchronize both with a time server',
      )
    : null;
}

/** Reports that one person can import a forged statement, which only the next real one contradicts. */
export async function checkStatements(manager: EntityManager): Promise<Finding | null> {
  return (await areStatementsUnapproved(manager))
    ? warning(
        "no bank statement waits for a second person, so that money is believed by one person's file until the next statement",
        'let an owner set an amount for bank statements on the page "Settings", "Two persons", or accept it',
      )
    : null;
}

/** Reports that nothing is shipped with a document, because printed numbers may be unknown. */
export async function checkDocuments(manager: EntityManager): Promise<Finding | null> {
  return (await areDocumentsOnHold(manager))
    ? warning(
        'committed changes may be gone, so that no document is issued and no order shipped with one',
        'enter the last printed numbers on the page "Invoices", "Numbers", or with npm run cli -- documents:release',
      )
    : null;
}

/** Reports foreign keys that some stored row breaks. They hold for new rows. */
export async function checkKeys(manager: EntityManager): Promise<Finding | null> {
  const keys = await findUnvalidatedKeys(manager);
  return keys.length === 0
    ? null
    : warning(
        `rows that were stored earlier may break foreign keys (${keys.map(({ name }) => name).join(', ')})`,
        'repair the rows that npm run cli -- verify names, and start again',
      );
}

/** Refuses an archive of WAL that has stopped. PostgreSQL knows of no other backup, so their age is unknown. */
export async function checkBackup(manager: EntityManager): Promise<Finding | null> {
  const [archive] = await manager.query<[{ isOn: boolean; hours: number | null }]>(
    `SELECT current_setting('archive_mode') <> 'off' AS "isOn",
       floor(extract(epoch FROM now() - last_archived_time) / 3600)::integer AS hours
     FROM pg_stat_archiver`,
  );
  if (!archive.isOn) {
    return warning(
      'the age of the last backup is unknown, because PostgreSQL archives no WAL',
      'check that backups run, and restore one',
    );
  }
  if (archive.hours === null) {
    return warning(
      'archive_mode is on, but PostgreSQL has archived no WAL yet',
      'look at pg_stat_archiver, and at what archive_command writes into its log',
    );
  }
  return archive.hours >= BACKUP_AGE_HOURS
    ? refused(
        `PostgreSQL archived its last WAL ${archive.hours} hours ago`,
        'repair archive_command, and set archive_timeout to the minutes that may be lost',
      )
    : null;
}
