import type { Registry } from 'prom-client';
import type { Response } from 'supertest';
import { Readers } from '../../../src/platform/database/reader/readers.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { query } from '../../faults/support/books.js';
import { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { serverWithSchema } from '../../faults/support/servers/staged-servers.js';
import { OPERATOR, TestApp, UNLIMITED } from '../../support/app.js';
import { execute, inDatabase, openTransaction } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { atEndOfSuite } from '../../support/native/end-of-suite.js';
import { commandHere } from '../../support/processes/command-line.js';
import { scratchFolder } from '../../support/processes/run.js';
import { documentedGets, type DocumentedGet } from '../../support/access/documented-gets.js';
import { givenDemo } from '../../support/shop/demo.js';

/** Parts that differ in every answer. */
const OF_THE_MOMENT = /"request_id":"[^"]*"/g;
const DEMO_LIMIT_MS = 5 * 60_000;

const primary = await serverWithSchema('service', scratchFolder);
const standby = await primary.startStandby(await scratchFolder());
for (const each of [primary, standby]) atEndOfSuite(() => each.end());
const { connection } = primary;
const server = inDatabase(connection, 'template1');
await execute(server, 'CREATE DATABASE north TEMPLATE postgres');
await execute(server, 'CREATE DATABASE restored TEMPLATE postgres');
const PUBLIC_URL = 'http://orders.example';
const ENV = { ...UNLIMITED, GATEWAY: 'sandbox', PUBLIC_URL, DATABASE_URL: connection.url };
const DATABASE_READER_URL = standby.connection.url;
const writer = await TestApp.startOn(connection, ENV);
const demo = await givenDemo(writer, await scratchFolder());
const reading = await TestApp.startOn(connection, { ...ENV, DATABASE_READER_URL });
await Promise.all([writer.stopJobs(), reading.stopJobs()]);

/** Counts the reads of an instance with a reader, by the server that answered them. */
async function outcomes(app: TestApp): Promise<Map<string, number>> {
  const { registry } = app.service(Metrics) as unknown as { registry: Registry };
  const { values } = await registry.getSingleMetric('database_reader_reads_total')!.get();
  return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]));
}

/** Makes calls, and returns which servers answered the reads in between. */
async function outcomesOf(work: () => Promise<unknown>, app = reading): Promise<string[]> {
  const before = await outcomes(app);
  await work();
  const after = [...(await outcomes(app))];
  return after.flatMap(([outcome, count]) => (count > (before.get(outcome) ?? 0) ? [outcome] : []));
}

async function bytesOf(app: TestApp, { path, headers }: DocumentedGet): Promise<string> {
  const answer = await fetch(`${app.baseUrl}${path}`, { headers });
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return `${answer.status} ${answer.headers.get('etag')} ${body.replaceAll(OF_THE_MOMENT, '')}`;
}

/** Renames a product at the writer. Returns its name at the other instance, and which server answered. */
async function afterRenaming(name: string): Promise<[name: string, outcomes: string[]]> {
  const { sku } = await writer.row<{ sku: string }>`SELECT sku FROM products ORDER BY id LIMIT 1`;
  await writer.admin('patch', `products/${sku}`, { name }).expect(200);
  let body: unknown;
  const outcomes = await outcomesOf(async () => {
    ({ body } = await reading.admin('get', `products/${sku}`).expect(200));
  });
  return [(body as { data: { name: string } }).data.name, outcomes];
}

const isUsed = async (app = reading): Promise<boolean> =>
  (await outcomesOf(() => app.admin('get', 'plans').expect(200), app)).includes('reader');

it(
  'every GET of operators is the same, byte for byte, from a standby',
  async () => {
    await eventually(() => isUsed());
    const all = await documentedGets(writer.baseUrl, demo, (sql) => writer.dataSource.query(sql));
    const gets = all.filter(({ path, template }) => path !== null && template.startsWith('/admin'));
    // The first request of a person after a while writes it down, and the first two prints differ.
    const prints = gets.filter(({ template }) => template.endsWith('/pdf'));
    for (const get of [gets[0]!, ...prints]) await bytesOf(writer, get);
    const different: string[] = [];
    const answeredBy = new Map<string, string[]>();
    for (const get of gets) {
      let answer = '';
      // A busy machine may take longer to replay than a read waits.
      await eventually(async () => {
        const answered = await outcomesOf(async () => (answer = await bytesOf(reading, get)));
        const others = answered.filter((outcome) => outcome !== 'reader');
        answeredBy.set(get.template, others);
        return others.length === 0 || others.includes('failed');
      });
      // The minute on a print may have changed.
      const isSame =
        answer === (await bytesOf(writer, get)) ||
        (await bytesOf(reading, get)) === (await bytesOf(writer, get));
      if (!isSame) different.push(get.template);
    }
    expect(different).toEqual([]);
    expect([...answeredBy.values()].flat()).toEqual([]);
  },
  DEMO_LIMIT_MS,
);

it('an answer is never older than its request: a standby that is behind is not used', async () => {
  // A busy machine may take longer to replay than a read waits.
  await eventually(async () => {
    const [name, outcomes] = await afterRenaming('One');
    expect(name).toBe('One');
    return String(outcomes) === 'reader';
  });
  await execute(standby.connection, 'SELECT pg_wal_replay_pause()');
  const [name, outcomes] = await afterRenaming('Two');
  expect(name).toBe('Two');
  expect(outcomes).not.toContain('reader');
  await execute(standby.connection, 'SELECT pg_wal_replay_resume()');
  await eventually(() => isUsed());
  expect((await afterRenaming('Three'))[0]).toBe('Three');
});

it('a read that the standby cannot end is answered by the primary', async () => {
  const waiting = `FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND backend_type = 'client backend'`;
  const isAsked = async (): Promise<boolean> =>
    (await query(standby.connection, `SELECT pg_terminate_backend(pid) ${waiting}`)).length > 0 ||
    // Behind on a busy machine: the primary was asked at once.
    (await query(connection, `SELECT ${waiting}`)).length === 2;
  await eventually(async () => {
    const locking = await openTransaction(connection);
    try {
      await locking.query('LOCK TABLE clients');
      // A commit writes the lock to disk, and so sends it to the standby.
      await execute(connection, `SELECT pg_logical_emit_message(true, 'test', '')`);
      let answers: Response[] = [];
      const outcomes = outcomesOf(async () => {
        const paths = ['clients', 'clients/1'];
        answers = await Promise.all(paths.map((path) => reading.admin('get', path)));
      });
      await eventually(isAsked);
      await locking.rollback();
      const hasFailed = (await outcomes).includes('failed');
      if (hasFailed) expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      return hasFailed;
    } finally {
      await locking.rollback().catch(() => undefined);
    }
  });
});

it('what a GET writes is stored by the primary', async () => {
  const { id } = await writer.row<{ id: string }>`SELECT min(id) AS id FROM tax_documents`;
  const prints = `SELECT FROM document_events WHERE document_id = ${id}`;
  const { length } = await query(connection, prints);
  const answer = await fetch(`${reading.baseUrl}/admin/documents/${id}/pdf`, { headers: OPERATOR });
  expect(answer.status).toBe(200);
  expect(await query(connection, prints)).toHaveLength(length + 1);
});

it('a database that took the name of another is read, though sessions at the standby are in the former one', async () => {
  const [url, readerUrl] = [connection, standby.connection].map(
    (each) => (inDatabase(each, 'north') as { url: string }).url,
  );
  const app = await TestApp.startOn({ url: url! }, { ...ENV, DATABASE_READER_URL: readerUrl! });
  await app.admin('post', 'plans', { code: 'gold', name: 'Gold' }).expect(201);
  await eventually(() => isUsed(app));
  await execute(
    server,
    'ALTER DATABASE north ALLOW_CONNECTIONS false',
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'north'",
    'ALTER DATABASE north RENAME TO north_until_today',
    'ALTER DATABASE restored RENAME TO north',
  );
  let plans: unknown;
  await eventually(async () => {
    const { status, body } = await app.admin('get', 'plans');
    plans = (body as { data?: object }).data;
    return status === 200;
  });
  expect(plans).toEqual([]);
  await eventually(() => isUsed(app));
  expect((await app.admin('get', 'plans').expect(200)).body).toMatchObject({ data: [] });
  await app.stop();
});

it('verify and doctor use the standby', async () => {
  const env = { DATABASE_URL: connection.url, DATABASE_READER_URL };
  const folder = await scratchFolder();
  const verify = async (more: object) =>
    commandHere(folder, ['ledger:verify', '--reader'], { ...env, ...more });
  expect(await verify({})).toMatchObject({ status: 0, stdout: 'Every rule of the ledger holds\n' });
  const ofNone = await verify({ DATABASE_READER_URL: connection.url });
  expect(ofNone.stderr).toContain('is a primary, not a standby');
  const doctor = async (more: object) =>
    (await commandHere(folder, ['doctor'], { ...env, ...more })).stdout.split('\n');
  expect(await doctor({})).toContainEqual(
    expect.stringMatching(/^warning +readers: hot_standby_feedback is off/),
  );
  const feedback = 'ALTER SYSTEM SET hot_standby_feedback = on';
  await execute(standby.connection, feedback, 'SELECT pg_reload_conf()');
  expect(await doctor({})).toContainEqual(expect.stringMatching(/^ok +readers$/));
  await execute(standby.connection, 'SELECT pg_wal_replay_pause()');
  await execute(connection, 'CREATE TABLE not_replayed ()', 'DROP TABLE not_replayed');
  expect(await doctor({})).toContainEqual(
    expect.stringMatching(/^warning +readers: .* it has not replayed what the primary has stored/),
  );
  await execute(standby.connection, 'SELECT pg_wal_replay_resume()');
});

it('a server that is no standby of the primary is not used', async () => {
  const other = await PostgresServer.embedded(await scratchFolder());
  await other.start();
  atEndOfSuite(() => other.end());
  const ofOther = await other.startStandby(await scratchFolder());
  atEndOfSuite(() => ofOther.end());
  for (const [url, problem] of [
    [connection.url, 'is a primary, not a standby'],
    [ofOther.connection.url, 'no copy of that of DATABASE_URL'],
    [standby.connection.url.replace(/postgres$/, 'template1'), 'no copy of that of DATABASE_URL'],
  ] as const) {
    const app = await TestApp.startOn(connection, { ...ENV, DATABASE_READER_URL: url });
    await app.admin('get', 'plans').expect(200);
    const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
    expect(text).toMatch(/^database_reader_ready\{server="[\d.:]+"\} 0$/m);
    expect(text).not.toContain('outcome="reader"');
    const readers = app.service(Readers);
    await eventually(async () => (await readers.inspect())[0]!.problem?.includes(problem) ?? false);
    await app.stop();
  }
});
