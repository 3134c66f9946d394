import { DataSource } from 'typeorm';
import { fromOldReader, onPrimary } from '../../platform/database/reader/reader-scope.js';
import { allowLongStatements, inSnapshot } from '../../platform/database/transaction.js';
import { DATA_PARTS, findDataFaults, type DataPart } from '../../schema/data-faults.js';
import { CommandFailure } from './command-failure.js';
import { showProgress } from './progress.js';
import { READ_ONLY, withApp } from './with-app.js';

const PART_LIMIT_MS = 60 * 60_000;

interface VerifyOptions {
  /** True: a standby of DATABASE_READER_URL does it, with the data that it has replayed. */
  reader: boolean;
}

/**
 * Checks every rule of the ledger and the seals of its journals on all stored data.
 *
 * @throws CommandFailure with the first places of each broken rule
 */
export async function verifyLedger({ reader }: VerifyOptions): Promise<void> {
  await verify(['ledger', 'seals'], 'ledger', reader);
}

/**
 * Checks every rule of all parts of the stored data, from one snapshot. It changes nothing and holds no locks, so the service
 * can run during it.
 *
 * @throws CommandFailure with the first places of each broken rule
 */
export async function verifyData({ reader }: VerifyOptions): Promise<void> {
  await verify(DATA_PARTS, 'stored data', reader);
}

async function verify(
  parts: readonly DataPart[],
  name: string,
  isOnReader: boolean,
): Promise<void> {
  const read = isOnReader ? fromOldReader : onPrimary;
  const faults = await withApp(
    ({ app }) =>
      read(() =>
        inSnapshot(app.get(DataSource), async (manager) => {
          await allowLongStatements(manager, PART_LIMIT_MS);
          const progress = showProgress('Checked', parts.length);
          const found = await findDataFaults(manager, parts, (count) => progress.update(count));
          progress.stop();
          return found;
        }),
      ),
    READ_ONLY,
  );
  if (faults.length > 0) {
    throw new CommandFailure([
      `Faults in the ${name}: ${faults.reduce((sum, { count }) => sum + count, 0)}`,
      ...faults.flatMap(({ broken, count, subjects }) => [
        ...subjects.map((subject) => `${broken}: ${subject}`),
        ...(count > subjects.length ? [`${broken}: … and ${count - subjects.length} more`] : []),
      ]),
    ]);
  }
  process.stdout.write(`Every rule of the ${name} holds\n`);
}
