import { dateInShop } from '../../../src/platform/time-zone.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import { revertLastMigration } from '../../../src/platform/database/migrations.js';
import { migrateSchema } from '../../../src/schema/migrate-schema.js';
import { TestApp } from '../../support/app.js';
import { givenDatabase } from '../../support/database/database.js';
import { BankAdmin } from '../../support/money/bank.js';
import { givenShop } from '../../support/shop/shop.js';

const MIGRATION = 'Bank1764901000000';
const RECEIPTS = Number(process.env.BANK_RECEIPTS ?? 2_000);

/** Receipts with their journals, as the release before records them. */
const FILL = `
  WITH client AS (SELECT min(id) AS id FROM clients), made AS (
    INSERT INTO receipts (client_id, source, method, reference, amount_minor)
      SELECT client.id, 'bank', 'neft', 'utr 2025 ' || n, 1000 FROM client, generate_series(1, ${RECEIPTS}) n
      RETURNING id
  ), journals AS (
    INSERT INTO ledger_journals (kind, key, receipt_id, actor) SELECT 'receipt', 'receipt:' || id, id, 'before' FROM made
    RETURNING id, receipt_id
  ), wallet AS (
    INSERT INTO ledger_accounts (kind, client_id, balance_minor)
      SELECT 'client_wallet', id, ${RECEIPTS} * 1000 FROM client RETURNING id
  )
  INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT j.id, 1, a.id, -1000, NULL FROM journals j, ledger_accounts a WHERE a.kind = 'bank'
    UNION ALL
    SELECT j.id, 2, wallet.id, 1000, 1000 * row_number() OVER (ORDER BY j.id) FROM journals j, wallet`;

describe(`the migration to bank accounts, of ${RECEIPTS} receipts`, () => {
  let connection: DatabaseConnection;
  let dataSource: DataSource;
  beforeAll(async () => {
    ({ connection } = await givenDatabase());
    const app = await TestApp.startOn(connection);
    await givenShop(app);
    await app.stop();
    dataSource = new DataSource({ ...dataSourceOptions(connection), extra: {} });
    await dataSource.initialize();
    await revert();
    await dataSource.query(FILL);
    await dataSource.query('ANALYZE');
  });
  afterAll(() => dataSource.destroy());

  const revert = async (): Promise<void> => {
    while ((await revertLastMigration(dataSource)) !== MIGRATION);
  };

  it('keeps what the bank has, and knows the references of receipts in any form', async () => {
    const startedAt = performance.now();
    await migrateSchema(dataSource);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (process.env.BANK_RECEIPTS) process.stdout.write(`${RECEIPTS} receipts: ${seconds} s\n`);
    const app = await TestApp.startOn(connection, { BANK_DETAILS: 'Account 50100012345678' });
    const bank = new BankAdmin(app);
    const today = dateInShop(new Date());
    const account = await bank.accounts.default();
    expect(account).toMatchObject({ is_default: true, account_last4: '5678' });
    expect((await bank.accounts.closing(account.id, today)).ledger_balance).toBe(RECEIPTS * 10);
    await bank.importRows({ amount: 10, reference: 'UTR20257' });
    expect(await bank.lines.find('UTR20257')).toMatchObject({ state: 'matched' });
    const [{ id }] = await dataSource.query<[{ id: number }]>('SELECT min(id) AS id FROM clients');
    const again = bank.receipts.record(id, 10, { reference: 'UTR 20258' });
    expect(await again.status()).toBe(200);
    await app.stop();
  });

  it('is reverted and applied again', async () => {
    await revert();
    await migrateSchema(dataSource);
    const [count] = await dataSource.query<[object]>(
      'SELECT count(*) AS receipts, sum(tax_deducted_minor)::bigint AS tax FROM receipts',
    );
    expect(count).toEqual({ receipts: RECEIPTS, tax: 0 });
  });

  it('is not reverted once another bank account has money', async () => {
    const app = await TestApp.startOn(connection);
    const bank = new BankAdmin(app);
    const { id } = await bank.accounts.add({ name: 'Second' });
    await bank.accounts.setOpening(id, '2026-11-21', 5);
    await app.stop();
    await expect(revert()).rejects.toThrow('money on another bank account');
  });
});
