import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { revertLastMigration } from '../../src/platform/database/migrations.js';
import { findDataFaults, type DataPart } from '../../src/schema/data-faults.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { givenDatabase } from '../support/database/database.js';

const LEDGER = 'Ledger1764600000000';
/** The first migration after 1.1.0. */
const AFTER_1_1 = 'ClientDebts1764900000000';
/** The parts of the stored data that are about money. */
const MONEY: readonly DataPart[] = ['ledger', 'seals', 'payments', 'bank accounts'];
const ORDERS = Number(process.env.LEDGER_ORDERS ?? 2_000);
/** 100,000 orders take a minute to make. */
const LIMIT_MS = 60_000 + ORDERS * 10;

/** Orders of the schema before, with payments and wallets: five kinds in turn, of two clients and a test client. */
const FILL = `
  INSERT INTO plans (code, name) VALUES ('p', 'p');
  INSERT INTO clients (name, email) VALUES ('A', 'a@a.example'), ('B', 'b@b.example');
  INSERT INTO clients (name, email, test_of) SELECT 'A', 'a@a.example', id FROM clients WHERE name = 'A';
  INSERT INTO products (sku, name, delivery_charge_minor) VALUES ('S', 'S', 0);
  CREATE TEMP TABLE made AS
    SELECT n, 'WO-' || lpad(n::text, 10, '0') AS number, 1000 + n AS total, now() - (n || ' seconds')::interval AS at,
      CASE n % 5 WHEN 0 THEN 'awaiting_payment' WHEN 1 THEN 'pending' WHEN 2 THEN 'cancelled' WHEN 3 THEN 'expired'
        ELSE 'pending' END AS status,
      CASE n % 5 WHEN 0 THEN 'unpaid' WHEN 1 THEN 'paid' WHEN 2 THEN 'refunded' WHEN 3 THEN 'unpaid' ELSE 'paid' END AS paid,
      n % 50 = 0 OR n % 50 = 2 AS is_test, n % 3 = 0 AS of_b
    FROM generate_series(1, ${ORDERS}) n;
  INSERT INTO orders (order_number, client_id, plan_id, status, payment_status, customer_name, customer_phone,
      shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country, currency, items_count,
      subtotal_minor, delivery_minor, total_minor, request_hash, created_at, is_test)
    SELECT m.number, c.id, p.id, m.status, m.paid, 'N', '1', 'A', 'C', 'S', '1', 'India', 'INR', 1, m.total, 0, m.total,
      '', m.at, m.is_test
    FROM made m JOIN plans p ON true JOIN clients c
      ON CASE WHEN m.is_test THEN c.test_of IS NOT NULL ELSE c.test_of IS NULL AND (c.name = 'B') = m.of_b END
    ORDER BY m.n;
  INSERT INTO order_items (order_id, line, product_id, sku, name, quantity, unit_price_minor, line_total_minor)
    SELECT o.id, 1, p.id, 'S', 'S', 1, o.total_minor, o.total_minor FROM orders o, products p WHERE p.sku = 'S';
  INSERT INTO order_status_changes (order_id, status, changed_at)
    SELECT id, 'awaiting_payment', created_at FROM orders;
  INSERT INTO order_status_changes (order_id, status, changed_at)
    SELECT id, 'expired', created_at FROM orders WHERE status = 'expired';
  INSERT INTO order_status_changes (order_id, status, changed_at)
    SELECT id, 'pending', created_at FROM orders WHERE payment_status <> 'unpaid';
  INSERT INTO order_status_changes (order_id, status, changed_at)
    SELECT id, 'cancelled', created_at FROM orders WHERE status = 'cancelled';
  INSERT INTO payments (order_id, method, reference, amount_minor, outcome, created_at)
    SELECT id, CASE WHEN is_test THEN 'test' WHEN id % 2 = 0 THEN 'neft' ELSE 'upi' END,
      CASE WHEN NOT is_test AND id % 7 > 0 THEN 'REF-' || (id / 4) || '-' || (id % 4 / 2) END, total_minor,
      CASE status WHEN 'expired' THEN 'credited' ELSE 'applied' END, created_at
    FROM orders WHERE payment_status <> 'unpaid' OR status = 'expired' ORDER BY id;
  INSERT INTO wallets (client_id, balance_minor)
    SELECT client_id, sum(total_minor) FROM orders WHERE status IN ('cancelled', 'expired') GROUP BY 1;
  INSERT INTO wallet_entries (client_id, amount_minor, reason, order_id, created_at)
    SELECT client_id, total_minor, CASE status WHEN 'expired' THEN 'late_payment' ELSE 'refund' END, id, created_at
    FROM orders WHERE status IN ('cancelled', 'expired') ORDER BY id`;

const BALANCES = 'SELECT client_id, balance_minor FROM wallets ORDER BY 1';
const ENTRIES = `SELECT client_id, amount_minor, reason, order_id, created_at FROM wallet_entries ORDER BY 4, 3`;
const PAYMENTS = `SELECT order_id, method, reference, amount_minor, outcome, created_at FROM payments ORDER BY 1, 6`;

describe(`the migration to the ledger, of ${ORDERS} orders`, () => {
  let dataSource: DataSource;
  let drop: () => Promise<void>;
  let stored: unknown[];
  beforeAll(async () => {
    const database = await givenDatabase();
    ({ drop } = database);
    dataSource = new DataSource({ ...dataSourceOptions(database.connection), extra: {} });
    await dataSource.initialize();
    while ((await revertLastMigration(dataSource)) !== LEDGER);
    await dataSource.query(FILL);
    await dataSource.query('ANALYZE');
    stored = await oldTables();
  }, LIMIT_MS);
  afterAll(async () => {
    await dataSource.destroy();
    await drop();
  });

  /** Prints the time of something if LEDGER_ORDERS is set. */
  const measured = async (what: string, work: () => Promise<void>): Promise<void> => {
    const startedAt = performance.now();
    await work();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    if (process.env.LEDGER_ORDERS)
      process.stdout.write(`${ORDERS} orders, ${what}: ${seconds} s\n`);
  };
  const oldTables = (): Promise<unknown[]> =>
    Promise.all([BALANCES, ENTRIES, PAYMENTS].map((sql) => dataSource.query<unknown>(sql)));

  it(
    'keeps every balance, and every rule of the ledger holds',
    async () => {
      const balances = await dataSource.query<unknown[]>(
        `SELECT client_id, balance_minor FROM wallets JOIN clients ON clients.id = client_id
        WHERE test_of IS NULL ORDER BY 1`,
      );
      await measured('the ledger', () => migrateSchema(dataSource));
      expect(await dataSource.query('SELECT * FROM ledger_faults()')).toEqual([]);
      expect(
        await dataSource.query(
          'SELECT client_id, balance_minor FROM ledger_accounts WHERE client_id IS NOT NULL ORDER BY 1',
        ),
      ).toEqual(balances);
    },
    LIMIT_MS,
  );

  it(
    'goes on from 1.1.0 with the same balances, and every rule holds before and after',
    async () => {
      const balances = (): Promise<unknown> =>
        dataSource.query('SELECT client_id, balance_minor FROM ledger_accounts ORDER BY kind, 1');
      const faults = () => findDataFaults(dataSource.manager, MONEY);
      expect(await faults()).toEqual([]);
      while ((await revertLastMigration(dataSource)) !== AFTER_1_1);
      const before = await balances();
      await measured('from 1.1.0', () => migrateSchema(dataSource));
      const wallets = (await balances()) as { client_id: number | null }[];
      expect(wallets.filter(({ client_id: id }) => id !== null)).toEqual(
        (before as typeof wallets).filter(({ client_id: id }) => id !== null),
      );
      await measured('the check', async () => expect(await faults()).toEqual([]));
    },
    LIMIT_MS,
  );

  it('gives each paid order an opening and a payment, and each canceled one a refund', async () => {
    const [row] = await dataSource.query<object[]>(
      `SELECT count(*) FILTER (WHERE o.payment_status = 'unpaid')::integer AS unpaid,
          count(*) FILTER (WHERE j.kinds <> '{opening,settle}' AND o.status <> 'cancelled')::integer AS odd,
          count(*) FILTER (WHERE j.kinds <> '{opening,settle,refund}' AND o.status = 'cancelled')::integer AS odd_canceled
        FROM (SELECT order_id, array_agg(kind::text ORDER BY id) AS kinds FROM ledger_journals GROUP BY 1) j
        JOIN orders o ON o.id = j.order_id WHERE o.status <> 'expired'`,
    );
    expect(row).toEqual({ unpaid: 0, odd: 0, odd_canceled: 0 });
  });

  it(
    'restores the tables before when it is reverted, and runs again',
    async () => {
      while ((await revertLastMigration(dataSource)) !== LEDGER);
      expect(await oldTables()).toEqual(stored);
      await migrateSchema(dataSource);
      expect(await dataSource.query('SELECT * FROM ledger_faults()')).toEqual([]);
    },
    LIMIT_MS,
  );
});

it('the migration to the ledger stops if a wallet is not the sum of its entries', async () => {
  const { connection, drop } = await givenDatabase();
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  while ((await revertLastMigration(dataSource)) !== LEDGER);
  await dataSource.query(
    `INSERT INTO clients (name, email) VALUES ('A', 'a@a.example');
      INSERT INTO wallets (client_id, balance_minor) SELECT id, 5 FROM clients`,
  );
  await expect(migrateSchema(dataSource)).rejects.toThrow(
    'holds 5 minor units, its entries sum to 0',
  );
  expect(await dataSource.query('SELECT balance_minor FROM wallets')).toEqual([
    { balance_minor: 5 },
  ]);
  await dataSource.destroy();
  await drop();
});
