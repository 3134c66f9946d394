import { existsSync } from 'node:fs';
import { Figures } from '../support/figures.js';
import { rehearseRestore } from '../support/restore-drill.js';
import { PgBackRest } from '../support/servers/pgbackrest.js';
import { PostgresServer } from '../support/servers/postgres-server.js';
import { itWithPrograms, PROGRAMS, started } from '../support/servers/staged-servers.js';
import { stagedFolder } from '../support/stage.js';

const itWithPgBackRest = existsSync('/usr/bin/pgbackrest') ? itWithPrograms : it.skip;

itWithPgBackRest('a restore to a moment between two orders loses the second', async () => {
  const folder = await stagedFolder();
  const postgres = await PostgresServer.installed(folder, PROGRAMS);
  const backups = await PgBackRest.of(postgres, folder);
  await started(postgres, backups.settings);
  await rehearseRestore(postgres, backups, new Figures('pgbackrest'));
});
