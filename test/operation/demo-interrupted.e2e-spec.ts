import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConnection } from '../../ormconfig.js';
import { readSandboxPush, writeSandboxPush } from '../../src/couriers/sandbox/sandbox-push.js';
import { readDemo } from '../../src/start/demo/demo-file.js';
import { TestApp } from '../support/app.js';
import {
  connectionUrl,
  execute,
  givenDatabase,
  openTransaction,
} from '../support/database/database.js';
import { sqlOn } from '../faults/support/books.js';
import { whileLocked } from '../support/database/locks.js';
import { eventually } from '../support/eventually.js';
import { inTurn, itBeforeRelease } from '../support/native/gate.js';
import { givenDemo } from '../support/shop/demo.js';
import { scratchFolder } from '../support/processes/run.js';
import { Admin } from '../support/shop/admin.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const HOLD = 4_711;

/** Makes an insert wait for a lock that the test holds. */
const HOLDING_FUNCTION = `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_advisory_xact_lock(${HOLD}); RETURN NEW; END $$`;

describe('a start that is killed while it fills the database with the demo', () => {
  let folder: string;
  let connection: DatabaseConnection;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await scratchFolder();
    ({ connection } = await givenDatabase());
    const DATABASE_URL = connectionUrl(connection);
    env = { DATABASE_URL, DEMO_DATA: 'true', GATEWAY: 'sandbox' };
  });

  /** Starts the service, and kills it when it is about to insert a row that satisfies a condition. */
  const killAt = async (table: string, condition: string): Promise<void> => {
    await execute(
      connection,
      HOLDING_FUNCTION,
      `CREATE TRIGGER hold BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold()`,
    );
    const holder = await openTransaction(connection);
    await holder.query(`SELECT pg_advisory_xact_lock(${HOLD})`);
    const service = ServiceProcess.spawn(folder, env);
    await eventually(async () => {
      const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HOLD} AND NOT granted`;
      return (await holder.query(waits)).rowCount === 1;
    });
    await service.end('SIGKILL');
    await holder.rollback();
    await execute(connection, `DROP TRIGGER hold ON ${table}`, 'DROP FUNCTION hold()');
  };

  /** Counts the clients, past events with mails, orders, receipts and documents. */
  const counts = async (): Promise<number[]> => {
    const [row] = await sqlOn(connection)<Record<string, number>>`
      SELECT (SELECT count(*)::integer FROM clients WHERE test_of IS NULL) AS clients,
        (SELECT count(*)::integer FROM message_events WHERE kind IN ('order_to_pay', 'order_paid', 'order_shipped', 'invoice')) AS events,
        (SELECT count(*)::integer FROM orders) AS orders,
        (SELECT count(*)::integer FROM receipts) AS receipts, (SELECT count(*)::integer FROM tax_documents) AS documents,
        (SELECT count(*)::integer FROM courier_bookings) AS bookings, (SELECT count(*)::integer FROM sandbox_shipments) AS carried`;
    return Object.values(row!);
  };

  /** Reads the latest entries of the wallet with money that waits, and the states of all corrections. */
  const waiting = async (app: TestApp): Promise<unknown[]> => {
    const { adjustments, clients, wallets } = new Admin(app);
    const { id } = (await clients.list()).data.find(({ name }) => name === 'Old Town Gifts')!;
    const { data: entries } = await wallets.entries(id, { limit: 5 });
    const { data: proposals } = await adjustments.list();
    return [...entries.map(({ kind }) => kind), proposals.map(({ status }) => status)];
  };
  const WAITING = ['payout', 'payout', 'receipt', 'receipt', 'receipt', ['proposed']];

  const steps: [string, table: string, condition: string][] = [
    ['before anything is stored', 'clients', `NEW.name = 'Old Town Gifts'`],
    ['while the orders are stored', 'tax_documents', `NEW.kind = 'credit_note'`],
    ['while shipments are given to the courier', 'sandbox_shipments', `NEW.script = 'lost'`],
    ['between two entries that wait', 'approvals', `NEW.kind = 'reversal'`],
  ];
  it.each(inTurn(steps))('is made good by the next one, %s', async (_, table, condition) => {
    await killAt(table, condition);
    const app = await TestApp.startOn(connection);
    const data = join(folder, 'data');
    const demo = await givenDemo(app, data);
    const [clients, events, ...filled] = await counts();
    expect([clients, events]).toEqual([10, 0]);
    expect(filled).not.toContain(0);
    expect(await waiting(app)).toEqual(WAITING);
    expect(await readDemo(data)).toEqual(demo);
    expect(await givenDemo(app, data)).toEqual(demo);
    expect(await counts()).toEqual([clients, events, ...filled]);
    expect(await waiting(app)).toEqual(WAITING);
    await app.stop();
  });
});

itBeforeRelease('seals the history of the demo, also while a job is at it', async () => {
  const app = await TestApp.start();
  await app.stopJobs();
  const folder = await scratchFolder();
  const lock = 'SELECT FROM ledger_seal_state FOR UPDATE';
  await whileLocked(app, { lock, waiting: 1 }, () => givenDemo(app, folder));
  await app.expectInvariants();
  expect(await deliveries(app)).toEqual({
    handed_over: 4,
    picked_up: 6,
    in_transit: 18,
    out_for_delivery: 8,
    failed_attempt: 3,
    returning: 1,
    lost: 1,
    answerable: 3,
    found: ['billed_heavier', 'lost', 'returning'],
  });
  const onTheWay = await app.sql<{ awb: string }>`SELECT awb FROM sandbox_shipments`;
  const picked = { at: new Date().toISOString(), code: 'PU' } as const;
  const read = onTheWay.map(({ awb }) =>
    readSandboxPush(Buffer.from(writeSandboxPush(awb, picked))),
  );
  expect(read).not.toContain(null);
  // A start goes on without its demo where the file is broken.
  await writeFile(join(folder, 'demo.json'), '{"clients": [');
  await expect(givenDemo(app, folder)).rejects.toThrow('not empty');
});

itBeforeRelease(
  'fills the demo in production without the sandbox courier, which is refused there',
  async () => {
    const app = await TestApp.start({
      NODE_ENV: 'production',
      ALLOW_IN_PRODUCTION: 'demo,http,mail',
    });
    const { clients } = await givenDemo(app, await scratchFolder());
    expect(clients).toHaveLength(10);
    expect(await app.sql`SELECT FROM courier_accounts`).toEqual([]);
  },
);

/**
 * Counts what the demo's courier carries by its state, and reads what it leaves to people. Whether one of its boxes waits for its pick-up for
 * two days depends on the time of the day.
 */
async function deliveries(app: TestApp): Promise<object> {
  const states = await app.sql<{ state: string; count: number }>`
    SELECT state, count(*)::integer AS count FROM shipment_progress GROUP BY state`;
  const [left] = await app.sql<{ answerable: number; found: string[] }>`
    SELECT (SELECT count(*)::integer FROM delivery_failures WHERE state = 'open' AND answer_by > now()) AS answerable,
      (SELECT array_agg(kind ORDER BY kind) FROM delivery_findings WHERE kind <> 'not_picked_up') AS found`;
  return { ...Object.fromEntries(states.map(({ state, count }) => [state, count])), ...left };
}
