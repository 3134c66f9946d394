import { rm } from 'node:fs/promises';
import type { DatabaseConnection } from '../../ormconfig.js';
import { runCommand } from '../support/command-line.js';
import { connectionUrl, execute, givenDatabase } from '../support/database.js';
import { migration, SchemaRelease } from '../support/schema-release.js';
import { scratchFolder } from '../support/scratch.js';
import { ServiceProcess } from '../support/service-process.js';

describe('the schema that a start finds', () => {
  let folder: string;
  let connection: DatabaseConnection;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    folder = await scratchFolder();
    ({ connection, drop } = await givenDatabase());
  });
  afterEach(async () => {
    await ServiceProcess.killAll();
    await rm(folder, { recursive: true, force: true });
    await drop();
  });

  const refusedStart = async (): Promise<string> => {
    const service = ServiceProcess.spawn(folder, { DATABASE_URL: connectionUrl(connection) });
    expect(await service.exit()).toBe(1);
    return service.output;
  };

  it('one of another history is refused with one line that names the remedy', async () => {
    await execute(
      connection,
      `INSERT INTO schema_migrations (timestamp, name) VALUES
        (1763600000000, 'InitialSchema1763600000000'), (1763700000000, 'Operations1763700000000')`,
    );
    expect(await refusedStart()).toBe(
      'Not started: the database has run migrations that this version does not have ' +
        '(InitialSchema1763600000000, Operations1763700000000), so this version cannot upgrade it. ' +
        'Start with an empty database (another DATABASE_URL, or another DATA_DIR); to keep the catalog, ' +
        'export it with the version that made the database (npm run cli -- export catalog.csv) and ' +
        'import that file (npm run cli -- import catalog.csv)\n',
    );
  });

  it('one with other functions and the same migrations is refused', async () => {
    await execute(
      connection,
      `UPDATE schema_functions SET hash = 'other' WHERE name = 'place_orders'`,
    );
    expect(await refusedStart()).toBe(
      'Not started: this version changes functions of the database (place_orders) without a migration; ' +
        'add a migration, which may be empty, or start with an empty database\n',
    );
  });

  describe('npm run cli -- schema:revert', () => {
    const revert = async () =>
      runCommand(folder, ['schema:revert'], { DATABASE_URL: connectionUrl(connection) });

    it('keeps the first migration, whose revert would drop every table', async () => {
      await execute(
        connection,
        `DELETE FROM schema_migrations WHERE id > (SELECT min(id) FROM schema_migrations)`,
      );
      expect(await revert()).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'Not done: only the first migration is left, and to revert it would drop every table\n',
      });
    });

    it('reverts no migration that this version does not have', async () => {
      const newer = await SchemaRelease.open(connection, {
        migrations: [migration('Later4000000000001', 'SELECT', 'SELECT')],
      });
      await newer.migrate();
      await newer.dataSource.destroy();
      expect(await revert()).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'Not done: the newest migration, Later4000000000001, is of a newer version; revert it with that version\n',
      });
    });
  });
});
