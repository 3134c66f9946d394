import { dataSourceOptions } from '../../../ormconfig.js';
import { keepSecretsKey } from '../../platform/config/secrets/kept-secrets-key.js';
import { baseUrlAt, environmentSettings, setupWait } from '../foundation.js';
import { withSetupLock } from '../../platform/database/setup-lock.js';
import { demoState, provideDemo } from '../demo/demo.js';
import { CommandFailure } from './command-failure.js';
import { COMMAND_EVENTS, withApp } from './with-app.js';

/** Fills an empty database with the demo, or completes an interrupted fill, as a start does. */
export async function fillDemo(): Promise<void> {
  const { dataDir, secretsKey } = environmentSettings();
  // The keys of the demo's courier are encrypted with it.
  const kept = secretsKey ?? (await keepSecretsKey(dataDir));
  const clients = await withApp(
    async ({ app, settings, database }) =>
      // A starting service may do the same.
      withSetupLock(
        dataSourceOptions(database.connection),
        async () => {
          const state = await demoState(app, settings.dataDir);
          if (state !== 'empty' && state !== 'filling') throw notEmpty();
          const access = {
            base_url: baseUrlAt(settings.port),
            admin_token: settings.adminApiToken,
          };
          const demo = await provideDemo(app, settings.dataDir, access);
          return demo === null ? [] : demo.clients.map(({ name }) => name);
        },
        setupWait(settings, COMMAND_EVENTS),
      ),
    { secretsKey: kept },
  );
  process.stdout.write(`Demo clients: ${clients.join(', ')}\n`);
}

function notEmpty(): CommandFailure {
  return new CommandFailure(['Not done: the database is not empty; the demo needs an empty one']);
}
