import { existsSync } from 'node:fs';
import { Figures } from '../support/figures.js';
import { rehearseRestore } from '../support/restore-drill.js';
import { PgBackRest } from '../support/servers/pgbackrest.js';
import { PostgresServer, systemPrograms } from '../support/servers/postgres-server.js';
import { afterwards, stagedFolder } from '../support/stage.js';

const programs = await systemPrograms();
const isInstalled = programs !== null && existsSync('/usr/bin/pgbackrest');
const name = 'a restore by pgBackRest to a moment between two orders loses the second';

(isInstalled ? it : it.skip)(isInstalled ? name : `${name} (not installed)`, async () => {
  const folder = await stagedFolder();
  const postgres = await PostgresServer.installed(folder, programs ?? '');
  const backups = await PgBackRest.of(postgres, folder);
  await postgres.start(backups.settings);
  afterwards(() => postgres.end());
  await rehearseRestore(postgres, backups, new Figures('pgbackrest'));
});
