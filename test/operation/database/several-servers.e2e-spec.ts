import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query } from '../../faults/support/books.js';
import { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { stagedServer, started } from '../../faults/support/servers/staged-servers.js';
import { refusedStart, stagedService } from '../../faults/support/servers/staged-service.js';
import { Shop } from '../../faults/support/shop.js';
import { afterwards, stagedFolder } from '../../faults/support/stage.js';
import { cutConnections, execute } from '../../support/database/database.js';
import { eventuallyServed } from '../../support/eventually.js';
import { freePort } from '../../support/processes/run.js';

const place = ({ connection }: PostgresServer): string => new URL(connection.url).host;

it('DATABASE_URL with several servers: the primary is found, and found again after a failover', async () => {
  const primary = await stagedServer();
  const standby = await primary.startStandby(await stagedFolder());
  afterwards(() => standby.end());
  const free = `[::1]:${await freePort()}`;
  const url = `postgres://postgres@${free},${place(standby)},${place(primary)}/postgres?target_session_attrs=read-write`;
  const { baseUrl } = await stagedService({ url });
  const shop = await Shop.open(baseUrl);
  const order = () => shop.order(baseUrl, shop.items(1));
  expect((await order()).status).toBe(201);

  await primary.end();
  await standby.promote();
  await eventuallyServed(order);

  // The former primary is back, and does not know that it was replaced: the later one is right.
  await primary.start();
  await cutConnections(standby.connection);
  await eventuallyServed(order);
  expect(await query(primary.connection, 'SELECT FROM orders')).toHaveLength(1);

  await standby.end();
  await primary.end();
  expect(await refusedStart({ url })).toBe(
    'Not started: the database in DATABASE_URL failed (none of the servers is a primary: ' +
      `${[`${free.replace(/[[\]]/g, '')}`, place(standby), place(primary)].map((each) => `${each} ECONNREFUSED`).join(', ')})`,
  );
});

it('a rotated password of the database is read from its secret file at the next connection', async () => {
  const server = await PostgresServer.embedded(await stagedFolder());
  const rules = 'host all postgres all trust\nhost all all all scram-sha-256\n';
  await writeFile(join(server.cluster, 'pg_hba.conf'), rules);
  await started(server);
  const file = join(await stagedFolder(), 'database-url');
  const rotate = async (password: string): Promise<void> => {
    await execute(server.connection, `ALTER ROLE service PASSWORD '${password}'`);
    const url = `postgres://service:${encodeURIComponent(password)}@${place(server)}/postgres`;
    await writeFile(file, `${url}\n`);
  };
  const owns = 'ALTER SCHEMA public OWNER TO service';
  await execute(server.connection, 'CREATE ROLE service LOGIN', owns);
  await rotate('first');
  const secret = { DATABASE_URL: '', DATABASE_URL_FILE: file };
  const { baseUrl } = await stagedService(server.connection, secret);
  const shop = await Shop.open(baseUrl);

  await rotate('second/@:');
  await cutConnections(server.connection);
  await eventuallyServed(() => shop.order(baseUrl, shop.items(1)));
});
