import { revertLastMigration } from '../../src/platform/database/migrations.js';
import { allowLongStatements } from '../../src/platform/database/transaction.js';
import { findDataFaults, type DataPart } from '../../src/schema/data-faults.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { TestApp } from '../support/app.js';
import { execute, givenDatabase, givenDataSource } from '../support/database/database.js';
import { BankAdmin } from '../support/money/bank.js';
import { Admin } from '../support/shop/admin.js';
import { givenShop } from '../support/shop/shop.js';

/** The first migration after 1.1.0. */
const AFTER_1_1 = 'ClientDebts1764900000000';
/** The parts of the stored data that are about money, and the settings. */
const PARTS: readonly DataPart[] = ['ledger', 'seals', 'payments', 'bank accounts', 'settings'];
const RECEIPTS = 200;

/** Settings, and receipts of two clients, as 1.1.0 stored them. */
const FILL = `
  INSERT INTO plans (code, name, discount_bp) VALUES ('gold', 'Gold', 1000);
  INSERT INTO products (sku, name, base_price_minor, delivery_charge_minor) VALUES ('A-1', 'A', 10000, 0), ('B-1', 'B', 20000, 0);
  INSERT INTO plan_prices (plan_id, product_id, price_minor)
    SELECT plans.id, products.id, 7000 FROM plans, products WHERE sku = 'A-1';
  INSERT INTO users (email, name, kind, password_hash) VALUES ('o@o.example', 'O', 'operator', 'x');
  INSERT INTO operator_roles (user_id, role) SELECT id, role FROM users, unnest(ARRAY['finance', 'catalog']) role;
  INSERT INTO clients (name, email) VALUES ('A', 'a@a.example'), ('B', 'b@b.example');
  INSERT INTO receipts (client_id, source, method, reference, amount_minor)
    SELECT c.id, 'bank', 'neft', 'REF-' || 1000 + n, 1000 + n FROM generate_series(1, ${RECEIPTS}) n
    JOIN clients c ON c.name = CASE WHEN n % 3 = 0 THEN 'B' ELSE 'A' END ORDER BY n;
  INSERT INTO ledger_accounts (kind, client_id, balance_minor)
    SELECT 'client_wallet', client_id, sum(amount_minor) FROM receipts GROUP BY 2 ORDER BY 2;
  INSERT INTO ledger_journals (kind, key, receipt_id, actor)
    SELECT 'receipt', 'receipt:' || id, id, 'admin' FROM receipts ORDER BY id;
  INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT j.id, 1, a.id, -r.amount_minor, NULL
    FROM ledger_journals j JOIN receipts r ON r.id = j.receipt_id JOIN ledger_accounts a ON a.kind = 'bank'
    UNION ALL
    SELECT j.id, 2, a.id, r.amount_minor, sum(r.amount_minor) OVER (PARTITION BY r.client_id ORDER BY j.id)
    FROM ledger_journals j JOIN receipts r ON r.id = j.receipt_id JOIN ledger_accounts a ON a.client_id = r.client_id;
  INSERT INTO bank_transfers (client_id, utr, amount_minor, sent_on, order_numbers, status, claimed_by, decided_by, decided_at, receipt_id)
    SELECT client_id, reference, amount_minor, '2026-11-20', '{}', 'confirmed', 'user 2', 'admin', now(), id
    FROM receipts WHERE reference = 'REF-1003';
  INSERT INTO audit_entries (actor, action, subject, after)
    SELECT 'admin', 'receipt.recorded', 'client ' || client_id, json_build_object(
      'receipt_id', id, 'source', source, 'reference', reference, 'amount_minor', amount_minor) FROM receipts ORDER BY id;
  INSERT INTO audit_entries (actor, action, subject, before, after)
    SELECT 'admin', 'wallet.credited', 'client ' || r.client_id,
      json_build_object('balance_minor', p.balance_after - p.amount_minor), json_build_object('balance_minor', p.balance_after)
    FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id JOIN receipts r ON r.id = j.receipt_id
    WHERE p.balance_after IS NOT NULL ORDER BY j.id`;

const BALANCES = `SELECT client_id, balance_minor FROM ledger_accounts WHERE kind = 'client_wallet' ORDER BY 1`;

it('a database of 1.1.0 keeps every balance when it is upgraded, every rule holds, and what finance decided can be undone', async () => {
  const { connection } = await givenDatabase();
  const dataSource = await givenDataSource(connection);
  while ((await revertLastMigration(dataSource)) !== AFTER_1_1);
  // Without the limits of requests: it takes longer on a busy machine.
  await execute(connection, FILL);
  const before = await dataSource.query<{ balance_minor: number }[]>(BALANCES);
  expect(before).toHaveLength(2);
  await migrateSchema(dataSource);
  expect(await dataSource.query(BALANCES)).toEqual(before);
  const faults = (): Promise<object[]> =>
    dataSource.transaction(async (manager) => {
      await allowLongStatements(manager, 60_000);
      return findDataFaults(manager, PARTS);
    });
  expect(await faults()).toEqual([]);
  const app = await TestApp.startOn(connection);
  const bank = new BankAdmin(app);
  const lines = ['REF-1001', 'REF-1003'].map((reference) => {
    return { reference, amount: Number(reference.slice(4)) / 100 };
  });
  await bank.importRows(...lines);
  for (const { reference } of lines) {
    const { id, state, matched } = await bank.lines.find(reference);
    expect([state, matched!.kind]).toEqual(['matched', 'receipt']);
    const suggestion = { reason: 'receipt_reversed', receipt_id: matched!.receipt_id };
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'suggested', suggestion });
  }
  expect(await dataSource.query(BALANCES)).toMatchObject([
    { balance_minor: before[0]!.balance_minor - 1_001 },
    { balance_minor: before[1]!.balance_minor - 1_003 },
  ]);
  await app.stop();
  expect(await faults()).toEqual([]);
  await dataSource.query('UPDATE plan_prices SET price_minor = 1');
  expect(await faults()).toHaveLength(1);
});

it('corrections of wallets become approvals and back, and keep their references', async () => {
  const { connection } = await givenDatabase();
  const before = await TestApp.startOn(connection);
  const { id: clientId } = (await givenShop(before)).client;
  const { adjustments } = new Admin(before);
  const charged = await adjustments.propose(clientId, 50, { reference: 'Charges 1' });
  const waiting = await adjustments.propose(clientId, -20);
  const rejected = await adjustments.propose(clientId, 7, { reference: 'CHARGES-2' });
  await adjustments.approve(charged.id);
  await adjustments.reject(rejected.id);
  const { data: listed } = await adjustments.list();
  await before.stop();

  const dataSource = await givenDataSource(connection);
  while ((await revertLastMigration(dataSource)) !== 'Adjustments1795700000000');
  const addOld = async (reference: string): Promise<void> => {
    await dataSource.query(
      `WITH added AS (
          INSERT INTO wallet_adjustments (client_id, amount_minor, reason, reference, proposed_by)
            VALUES ($1, 300, 'Typo', $2, 'operator') RETURNING id
        )
        INSERT INTO audit_entries (actor, action, subject, after)
          SELECT 'operator', 'adjustment.proposed', 'client ' || $1,
            json_build_object('adjustment_id', id, 'amount_minor', 300) FROM added`,
      [clientId, reference],
    );
  };
  // Another reference to the releases before.
  await addOld('CHARGES1');
  await migrateSchema(dataSource);
  await expect(addOld('CHARGES3')).rejects.toMatchObject({ code: '42P01' });

  const app = await TestApp.startOn(connection);
  const admin = new Admin(app);
  const { data: kept } = await admin.adjustments.list();
  expect(kept).toMatchObject([{ amount: 3, reference: 'CHARGES1', status: 'proposed' }, ...listed]);
  for (const reference of ['Charges 1', 'charges1']) {
    const { body } = await admin.adjustments.propose(clientId, 50, { reference }).expect(200);
    expect(body).toMatchObject({ data: { id: charged.id, status: 'approved' } });
  }
  for (const { id } of [kept[0]!, waiting]) await admin.adjustments.approve(id);
  const { id } = await admin.adjustments.propose(clientId, 7, { reference: 'CHARGES-2' });
  expect(id).toBeGreaterThan(kept[0]!.id);
  expect(await admin.walletBalance({ id: clientId })).toBe(33);
  await app.expectInvariants();
  await app.stop();
});

it('a table of corrections with one that is no approval is kept, and so are the rights on its ids, also on the way back to 1.3.0', async () => {
  const { connection } = await givenDatabase();
  const dataSource = await givenDataSource(connection);
  const table = async (): Promise<unknown> => {
    const [row] = await dataSource.query<{ found: string | null }[]>(
      "SELECT to_regclass('wallet_adjustments')::text AS found",
    );
    return row!.found;
  };
  expect(await table()).toBeNull();
  const undo = async (): Promise<void> => {
    while ((await revertLastMigration(dataSource)) !== 'RetiredTables1795900100000');
  };
  await undo();
  // As 1.3.0 left it.
  const refusal = `CREATE OR REPLACE FUNCTION refuse_old_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'adjustments are approvals now';
    END $$;
    CREATE OR REPLACE TRIGGER wallet_adjustments_moved BEFORE INSERT OR UPDATE OR DELETE ON wallet_adjustments
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_old_adjustment()`;
  await dataSource.query(refusal);
  await dataSource.query(
    `INSERT INTO schema_functions (name, release, hash, source) VALUES ('refuse_old_adjustment', 1795790000000, 'x', $1)`,
    [refusal],
  );
  await execute(
    connection,
    `ALTER TABLE wallet_adjustments DISABLE TRIGGER wallet_adjustments_moved;
    INSERT INTO clients (name, email) VALUES ('A', 'a@a.example');
    INSERT INTO wallet_adjustments (client_id, amount_minor, reason, proposed_by)
      SELECT id, 300, 'Typo', 'operator' FROM clients`,
  );
  await migrateSchema(dataSource);
  expect(await table()).toBe('wallet_adjustments');

  await undo();
  await execute(
    connection,
    'TRUNCATE wallet_adjustments; GRANT USAGE ON SEQUENCE wallet_adjustments_id_seq TO PUBLIC',
  );
  await migrateSchema(dataSource);
  expect(await table()).toBeNull();
  const [ids] = await dataSource.query<object[]>(
    `SELECT nextval(oid)::integer AS next, relacl::text LIKE '%{=U/%' OR relacl::text LIKE '%,=U/%' AS "isUsable"
      FROM pg_class WHERE relname = 'wallet_adjustments_id_seq'`,
  );
  expect(ids).toEqual({ next: 2, isUsable: true });

  await undo();
  expect(await table()).toBe('wallet_adjustments');
  await expect(
    dataSource.query('UPDATE wallet_adjustments SET amount_minor = 1'),
  ).rejects.toMatchObject({ message: 'adjustments are approvals now' });
});
