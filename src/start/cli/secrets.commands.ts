import { CourierAccountsService } from '../../couriers/accounts/courier-accounts.service.js';
import { TwoFactorService } from '../../identity/two-factor/two-factor.service.js';
import { CommandFailure } from './command-failure.js';
import { withApp } from './with-app.js';

/** Encrypts all stored secrets with the current key. */
export async function rotateSecrets(): Promise<void> {
  const { sealed, unreadable } = await withApp(async ({ app, settings }) => {
    if (settings.secretsKey === null)
      throw new CommandFailure(['Not done: set SECRETS_KEY to the key of the service.']);
    const ofPeople = await app.get(TwoFactorService).sealAllSecrets();
    const ofAccounts = await app.get(CourierAccountsService).sealAllSecrets();
    return {
      sealed: ofPeople.sealed + ofAccounts.sealed,
      unreadable: ofPeople.unreadable + ofAccounts.unreadable,
    };
  });
  process.stdout.write(`${sealed} secrets were encrypted with the current key.\n`);
  if (unreadable > 0) {
    throw new CommandFailure([
      `${unreadable} secrets are of an unknown key: set SECRETS_KEY_PREVIOUS to the key before.`,
    ]);
  }
}
