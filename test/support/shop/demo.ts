import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { provideDemo } from '../../../src/start/demo/demo.js';
import type { DemoAccess } from '../../../src/start/demo/demo-file.js';
import { runAs, SERVICE_ACTOR } from '../../../src/platform/http/request-context.js';
import { TestApp } from '../app.js';
import {
  databaseLike,
  execute,
  inDatabase,
  openTransaction,
  testServer,
} from '../database/database.js';
import { scratchFolder } from '../processes/run.js';

/** Fills the empty database of an app with the demo, as the start of the service does. */
export async function givenDemo(app: TestApp, dataDir: string): Promise<DemoAccess> {
  const access = { base_url: '', admin_token: null };
  const demo = await runAs(SERVICE_ACTOR, () => provideDemo(app.nest, dataDir, access));
  if (demo === null) throw new Error('The database was not empty.');
  return demo;
}

const DEMO_LOCK = 4_712;

/** Makes a database with the demo. The first suite of a run that needs one has made it, of which this is a copy. */
export async function givenDemoDatabase() {
  const template = `${process.env.TEST_TEMPLATE_DATABASE}_demo`;
  const file = join(tmpdir(), `${template}.json`);
  const { query, rollback } = await openTransaction(testServer());
  await query(`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`);
  if (!existsSync(file)) await makeDemo(template, file);
  await rollback();
  const { connection } = await databaseLike(template);
  return { connection, demo: JSON.parse(await readFile(file, 'utf8')) as DemoAccess };
}

/** Starts the service on a copy of the demo. */
export async function givenDemoSuite(env: Record<string, string> = {}) {
  const { connection, demo } = await givenDemoDatabase();
  return { app: await TestApp.startOn(connection, env), demo };
}

async function makeDemo(name: string, file: string): Promise<void> {
  const server = testServer();
  await execute(
    server,
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} TEMPLATE ${process.env.TEST_TEMPLATE_DATABASE} STRATEGY file_copy`,
  );
  const app = await TestApp.startOn(inDatabase(server, name));
  const demo = await givenDemo(app, await scratchFolder());
  // A copy may be older than a minute, within which entries are sealed.
  await app.stopJobs();
  await app.service(SealsService).sealAll();
  await app.stop();
  // Documents of a copy would be on hold, as after a restore.
  await execute(inDatabase(server, name), 'UPDATE feed_state SET timeline = NULL');
  await writeFile(file, JSON.stringify(demo));
}

/** Numbers of the demo's orders that show whether they resemble those of a business; days in India. */
const HISTORY_SHAPE = `
  WITH o AS (
    SELECT *, (now() AT TIME ZONE 'Asia/Kolkata')::date - (created_at AT TIME ZONE 'Asia/Kolkata')::date AS days_ago,
      extract(isodow FROM created_at AT TIME ZONE 'Asia/Kolkata') AS weekday
    FROM orders WHERE NOT is_test
  )
  SELECT count(DISTINCT status)::integer AS statuses,
    string_agg(status, ', ' ORDER BY status) FILTER (WHERE by_operator AND store_order_id IS NULL
      AND client_id = (SELECT min(id) FROM clients)) AS by_phone,
    count(*) FILTER (WHERE created_at > now() OR updated_at > now())::integer AS in_future,
    (SELECT count(*) FROM (
      SELECT changed_at AS at FROM order_status_changes UNION ALL SELECT at FROM ledger_journals
      UNION ALL SELECT at FROM audit_entries UNION ALL SELECT shipped_at FROM shipments
      UNION ALL SELECT issued_on::timestamp AT TIME ZONE 'Asia/Kolkata' FROM tax_documents
    ) times WHERE at > now())::integer AS later_than_now,
    (SELECT count(*) FROM (SELECT FROM shipments GROUP BY order_id HAVING count(*) > 1) parts)::integer AS shipped_in_parts,
    max(days_ago)::integer AS day_of_first, count(DISTINCT client_id)::integer AS clients,
    (SELECT count(*) FROM tax_documents WHERE kind = 'credit_note')::integer AS credit_notes,
    count(*) FILTER (WHERE weekday = 7)::integer AS on_sundays, count(*) FILTER (WHERE weekday = 1)::integer AS on_mondays,
    count(*) FILTER (WHERE days_ago BETWEEN 37 AND 50)::integer AS before_festival,
    count(*) FILTER (WHERE days_ago BETWEEN 23 AND 36)::integer AS around_festival,
    (SELECT count(DISTINCT client_id) FROM credit_items WHERE paid_minor < amount_minor AND due_at < now())::integer
      AS overdue_clients,
    (SELECT count(*) FROM delivery_zones WHERE surcharge_minor IS NULL)::integer AS unserved_zones,
    (SELECT count(*) FROM order_returns WHERE inspected_at IS NULL)::integer AS unpicked_returns
  FROM o`;

/** Expects that the orders resemble those of a real business, and that none is in the future. */
export async function expectRealHistory(app: TestApp): Promise<void> {
  const [shape] = await app.dataSource.query<[Record<string, number>]>(HISTORY_SHAPE);
  expect(shape).toEqual({
    statuses: 8,
    by_phone: 'awaiting_payment, pending',
    in_future: 0,
    later_than_now: 0,
    shipped_in_parts: expect.any(Number),
    day_of_first: expect.any(Number),
    clients: 10,
    credit_notes: expect.any(Number),
    on_sundays: expect.any(Number),
    on_mondays: expect.any(Number),
    before_festival: expect.any(Number),
    around_festival: expect.any(Number),
    overdue_clients: 1,
    unserved_zones: 1,
    unpicked_returns: 3,
  });
  // The demo may have been made on the day before.
  expect([90, 91]).toContain(shape.day_of_first);
  expect(shape.shipped_in_parts).toBeGreaterThan(20);
  expect(shape.credit_notes).toBeGreaterThan(5);
  expect(shape.on_sundays! * 2).toBeLessThan(shape.on_mondays!);
  expect(shape.around_festival).toBeGreaterThan(shape.before_festival! * 1.3);
}
