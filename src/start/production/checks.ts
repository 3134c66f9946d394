import type { DataSource, EntityManager } from 'typeorm';
import {
  PRODUCTION_EXCEPTIONS,
  type ProductionException,
  type Settings,
} from '../../platform/config/settings.js';
import {
  checkBackup,
  checkClock,
  checkDemoPeople,
  checkDocuments,
  checkKeys,
  checkSecondFactors,
  checkStatements,
} from './database-checks.js';
import { checkCouriers, checkSandboxCourier } from './courier-checks.js';
import type { CheckName, Finding } from './finding.js';
import { checkPhotos } from './photos-check.js';
import { checkProxy } from './proxy-check.js';
import { checkRedis } from './redis-check.js';
import {
  checkConnections,
  checkDatabaseUrls,
  checkDemoSetting,
  checkListenAddress,
  checkMailServer,
  checkOperationsPort,
  checkPublicUrl,
  checkRedisUrl,
  checkSandbox,
  checkSecrets,
  checkTls,
} from './settings-checks.js';

/**
 * A requirement of production, with the functions that check it. Each returns null if it passed; `doctor` checks the readers
 * itself.
 */
interface Check {
  name: CheckName;
  ofSettings?: (settings: Settings) => Finding | null;
  ofDatabase?: (manager: EntityManager, settings: Settings) => Promise<Finding | null>;
  /** Needs a running service or takes long, so only `doctor` runs it. */
  ofService?: (settings: Settings) => Promise<Finding | null>;
}

/** A check that ran. */
export interface Checked {
  name: CheckName;
  /** null: passed. */
  finding: Finding | null;
  /** True if ALLOW_IN_PRODUCTION names the check. */
  isAllowed: boolean;
}

/** All requirements of production, in the order in which `doctor` prints them. */
export const PRODUCTION_CHECKS: readonly Check[] = [
  { name: 'demo', ofSettings: checkDemoSetting, ofDatabase: checkDemoPeople },
  { name: 'sandbox', ofSettings: checkSandbox, ofDatabase: checkSandboxCourier },
  { name: 'http', ofSettings: checkPublicUrl },
  { name: 'mail', ofSettings: checkMailServer },
  { name: 'database', ofSettings: checkDatabaseUrls },
  { name: 'redis', ofSettings: checkRedisUrl, ofService: checkRedis },
  { name: 'secrets', ofSettings: checkSecrets },
  { name: 'tls', ofSettings: checkTls },
  { name: 'operations', ofSettings: checkOperationsPort },
  { name: 'listen', ofSettings: checkListenAddress },
  { name: 'two_factor', ofDatabase: checkSecondFactors },
  { name: 'statements', ofDatabase: checkStatements },
  { name: 'documents', ofDatabase: checkDocuments },
  { name: 'couriers', ofDatabase: checkCouriers },
  { name: 'backup', ofDatabase: checkBackup },
  { name: 'keys', ofDatabase: checkKeys },
  { name: 'clock', ofDatabase: checkClock },
  { name: 'photos', ofService: checkPhotos },
  { name: 'readers' },
  { name: 'proxy', ofSettings: checkConnections, ofService: checkProxy },
];

/** Error of a start in production, with a sentence for each refusal. */
export class ProductionRefusal extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** Runs the checks that only need the settings. */
export function checkSettings(settings: Settings): Checked[] {
  return PRODUCTION_CHECKS.flatMap(({ name, ofSettings }) =>
    ofSettings === undefined ? [] : [checked(name, ofSettings(settings), settings)],
  );
}

/** Runs the checks of the stored data and of the database. */
export async function checkDatabase(
  settings: Settings,
  { manager }: DataSource,
): Promise<Checked[]> {
  const done: Checked[] = [];
  for (const { name, ofDatabase } of PRODUCTION_CHECKS) {
    if (ofDatabase !== undefined)
      done.push(checked(name, await ofDatabase(manager, settings), settings));
  }
  return done;
}

/** Runs the checks that call the running service. */
export async function checkService(settings: Settings): Promise<Checked[]> {
  const done: Checked[] = [];
  for (const { name, ofService } of PRODUCTION_CHECKS) {
    if (ofService !== undefined) done.push(checked(name, await ofService(settings), settings));
  }
  return done;
}

/** Returns true if a check stops a start in production. */
export function stopsStart({ finding, isAllowed }: Checked): boolean {
  return finding?.kind === 'refused' && !isAllowed;
}

/**
 * Refuses a start in production that fails a check.
 *
 * @returns a sentence for each failed check that does not stop the start
 * @throws ProductionRefusal
 */
export function assertFitForProduction(
  { isProduction }: Settings,
  checks: readonly Checked[],
): string[] {
  if (!isProduction) return [];
  const stopping = checks.filter(stopsStart);
  if (stopping.length > 0) throw new ProductionRefusal(stopping.map(sentenceOf));
  return checks.filter(({ finding }) => finding !== null).map(sentenceOf);
}

/** Writes the sentence of a check that did not pass. */
export function sentenceOf({ name, finding, isAllowed }: Checked): string {
  if (finding === null) return '';
  const { kind, problem, remedy } = finding;
  const exception =
    kind === 'refused' && !isAllowed ? `, or allow it with ALLOW_IN_PRODUCTION=${name}` : '';
  return `${name}: ${problem}; ${remedy}${exception}`;
}

function checked(
  name: CheckName,
  finding: Finding | null,
  { allowedInProduction }: Settings,
): Checked {
  return { name, finding, isAllowed: isException(name) && allowedInProduction.includes(name) };
}

function isException(name: CheckName): name is ProductionException {
  return PRODUCTION_EXCEPTIONS.some((exception) => exception === name);
}
