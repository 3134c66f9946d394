import { LedgerService } from '../ledger/ledger.service.js';
import { CommandFailure } from './command-failure.js';
import { withApp } from './with-app.js';

/** Checks every rule of the ledger on all stored data. @throws CommandFailure with a line for each broken rule */
export async function verifyLedger(): Promise<void> {
  const faults = await withApp(({ app }) => app.get(LedgerService).verify());
  if (faults.length > 0) {
    throw new CommandFailure([
      `The ledger is wrong in ${faults.length} places:`,
      ...faults.map(({ broken, subject }) => `${broken}: ${subject}`),
    ]);
  }
  process.stdout.write('Every rule of the ledger holds\n');
}
