import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import type { DemoAccess } from '../../../src/start/demo/demo-file.js';
import { assertSchema } from '../../../src/schema/migrate-schema.js';
import { refusedStart, stagedService } from '../../faults/support/servers/staged-service.js';
import { ADMIN_TOKEN, OPERATOR } from '../../support/app.js';
import { headersOf, orderBody } from '../../support/shop/given.js';
import { commandHere, runCommand } from '../../support/processes/command-line.js';
import {
  connectionUrl,
  execute,
  givenDatabase,
  givenDataSource,
  givenServiceRole,
} from '../../support/database/database.js';
import { migration, SchemaRelease } from '../../support/database/schema-release.js';
import { scratchFolder } from '../../support/processes/run.js';

describe('a start on an existing schema', () => {
  let folder: string;
  let connection: DatabaseConnection;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    folder = await scratchFolder();
    ({ connection, drop } = await givenDatabase());
  });
  afterEach(() => drop());

  const command = async (name: string) =>
    runCommand(folder, [name], { DATABASE_URL: connectionUrl(connection) });

  it('is refused in one line with the remedy if its history differs', async () => {
    await execute(
      connection,
      `INSERT INTO schema_migrations (timestamp, name) VALUES
        (1763600000000, 'InitialSchema1763600000000'), (1763700000000, 'Operations1763700000000')`,
    );
    expect(await refusedStart(connection)).toBe(
      'Not started: the database has run migrations that this version does not have ' +
        '(InitialSchema1763600000000, Operations1763700000000), so this version cannot upgrade it. ' +
        'Start with an empty database (another DATABASE_URL, or another DATA_DIR); to keep the catalog, ' +
        'export it with the version that made the database (npm run cli -- export catalog.csv) and ' +
        'import that file (npm run cli -- import catalog.csv)',
    );
  });

  it.each([
    ['1.4.0', 'timestamp > 1795900100000'],
    ['no release', "name = 'Photos1796050000000'"],
  ])(
    'is refused with the release to install first if its migrations are those of %s',
    async (_, lacking) => {
      await execute(connection, `DELETE FROM schema_migrations WHERE ${lacking}`);
      const dataSource = await givenDataSource(connection);
      const schema = async (): Promise<unknown> =>
        dataSource.query(
          `SELECT id::text, name FROM schema_migrations UNION ALL SELECT concat(oid, ' ', xmin), proname FROM pg_proc
            UNION ALL SELECT oid::text, relname FROM pg_class ORDER BY 1, 2`,
        );
      const before = await schema();
      const refusal =
        'the database is older than release 1.5.0: upgrade it with release 1.5.0 first, then with this one';
      expect(await refusedStart(connection)).toBe(`Not started: ${refusal}`);
      const stderr = `Not done: ${refusal}\n`;
      expect(await command('schema:migrate')).toEqual({ status: 1, stdout: '', stderr });
      expect(await schema()).toEqual(before);
    },
  );

  it('is refused if functions differ with the same migrations', async () => {
    const other = `UPDATE schema_functions SET hash = 'other' WHERE name = 'place_orders'`;
    await execute(connection, other);
    expect(await refusedStart(connection)).toBe(
      'Not started: this version changes functions of the database (place_orders) without a migration; ' +
        'add a migration, which may be empty, or start with an empty database',
    );
  });

  describe('with MIGRATE=false', () => {
    const REMEDY =
      'and is not to be changed (MIGRATE=false, or a command that only reads): run "npm run cli -- schema:migrate" first, as a role that may change the schema';

    it('is refused while it is not up to date', async () => {
      const migrations = [migration('Later4000000000001', 'SELECT', 'SELECT')];
      const newer = await SchemaRelease.open(connection, { migrations });
      await expect(assertSchema(newer.dataSource)).rejects.toThrow(
        `the database lacks the migration Later4000000000001, ${REMEDY}`,
      );
      await execute(connection, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public');
      expect(await refusedStart(connection, { MIGRATE: 'false' })).toBe(
        `Not started: the database has no schema yet, ${REMEDY}`,
      );
      // It changes nothing, in any environment.
      expect((await command('verify')).stderr).toContain(REMEDY);
      const stdout = 'The schema is up to date\n';
      expect(await command('schema:migrate')).toEqual({ status: 0, stdout, stderr: '' });
      expect(await command('secrets:rotate')).toEqual({
        status: 1,
        stdout: '',
        stderr: 'Not done: set SECRETS_KEY to the key of the service.\n',
      });
    });

    it('works as a role that may not change the schema', async () => {
      const role = await givenServiceRole(connection, drop);
      await execute(
        connection,
        // As the migrations of a later release do.
        'CREATE TABLE added_later (id integer)',
        `REVOKE DELETE ON orders, products FROM ${role.name}`,
      );
      const dataSource = await new DataSource(dataSourceOptions(role.connection)).initialize();
      await expect(assertSchema(dataSource)).rejects.toThrow(
        `the role ${role.name} lacks rights on the tables orders, products: run the statements of docs/operations/upgrades.md for it again, as their owner`,
      );
      await dataSource.destroy();
      await execute(connection, `GRANT DELETE ON orders, products TO ${role.name}`);
      const env = { DATABASE_URL: role.connection.url, MIGRATE: 'false' };
      expect(await commandHere(folder, ['demo'], env)).toMatchObject({ status: 0 });
      const service = await stagedService(role.connection, {
        ...env,
        ADMIN_API_TOKEN: ADMIN_TOKEN,
        DATA_DIR: join(folder, 'data'),
      });
      const demo = JSON.parse(await readFile(join(folder, 'data/demo.json'), 'utf8')) as DemoAccess;
      const headers = headersOf(demo.clients[0]!.token, demo.clients[0]!.domain);
      const call = request(service.baseUrl);
      const body = orderBody({ sku: 'TW-GLS-06', quantity: 1 });
      await call.post('/api/orders').set(headers).send(body).expect(201);
      await call.get('/api/changes').set(headers).expect(200);
      // An import works in temporary tables.
      const file = call.post('/admin/products/import').set(OPERATOR).type('text/csv');
      await file.send('sku,stock\nTW-GLS-06,500\n').expect(200);
      await service.stop();
    });
  });

  describe('npm run cli -- schema:revert', () => {
    it('keeps the baseline, whose revert would drop every table', async () => {
      const stderr = 'Not done: the schema of release 1.5.0 is the oldest; it is not reverted\n';
      expect(await command('schema:revert')).toEqual({ status: 1, stdout: '', stderr });
    });

    it('reverts no migration that this version does not have', async () => {
      const migrations = [migration('Later4000000000001', 'SELECT', 'SELECT')];
      const newer = await SchemaRelease.open(connection, { migrations });
      await newer.migrate();
      const env = { DATABASE_URL: connectionUrl(connection) };
      const { status, stderr } = await commandHere(folder, ['schema:revert'], env);
      expect([status, stderr]).toEqual([
        1,
        'Not done: the newest migration, Later4000000000001, is of a newer version; revert it with that version\n',
      ]);
    });
  });
});
