import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import { commandHere, runCommand } from '../../support/processes/command-line.js';
import { accountOf, BROKEN_BOOKS, walletOf } from '../../support/database/broken-books.js';
import { testRules } from '../../support/database/broken-rules.js';
import { connectionUrl, execute, openTransaction } from '../../support/database/database.js';
import { scratchFolder } from '../../support/processes/run.js';
import { givenShop } from '../../support/shop/shop.js';

const app = await TestApp.start();
const admin = new Admin(app);

const [shop, other, buyer] = [await givenShop(app), await givenShop(app), await givenShop(app)];
const orders = [await shop.placeNew(), await shop.placeNew()];
const { id } = shop.client;
await admin.receipts.record(other.client.id, 70);
await admin.receipts.record(id, 500, { orders });
await admin.orders.cancel(orders[0]!);
await admin.receipts.reverse((await admin.receipts.record(id, 7)).id);
await admin.adjustments.make(id, -0.5);
await admin.wallets.payOut(id, 100);
const { id: bounced } = await admin.receipts.record(id, 10_000);
await admin.wallets.payOut(id, 10_000);
await admin.receipts.reverse(bounced);
await admin.credit.putTerms(buyer.client.id);
await admin.orders.pay(await buyer.placeNew(), { method: 'credit' });
await admin.receipts.record(buyer.client.id, 30);

describe('the check of the books', () => {
  testRules('money/ledger_faults', BROKEN_BOOKS, () => app.connection);

  it('is a command that reports each violation and then fails', async () => {
    const folder = await scratchFolder();
    const env = { DATABASE_URL: connectionUrl(app.connection) };
    const args = ['ledger:verify'];
    expect(await runCommand(folder, args, env)).toMatchObject({
      status: 0,
      stdout: 'Every rule of the ledger holds\n',
    });
    const add = (minor: number): Promise<void> =>
      execute(
        app.connection,
        `UPDATE ledger_accounts SET balance_minor = balance_minor + ${minor} WHERE id = ${walletOf(other.client.id)}`,
      );
    await add(5);
    const { status, stdout, stderr } = await commandHere(folder, args, env);
    await add(-5);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([
      'Faults in the ledger: 1',
      `balance differs from the postings: ${other.client.id}`,
    ]);
    await rm(folder, { recursive: true, force: true });
  });
});

describe('generated journals', () => {
  const ACCOUNTS = ['wallet', 'bank', 'sales', 'opening'] as const;
  const posting = fc.record({
    account: fc.constantFrom(...ACCOUNTS),
    amount: fc.integer({ min: -3, max: 3 }).filter((amount) => amount !== 0),
    /** True for the client's own wallet; rarely false. */
    isRight: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  });

  it('are stored if they have at least two postings that sum to 0, with the balance of wallets', async () => {
    const owner = await givenShop(app);
    await admin.receipts.record(owner.client.id, 1);
    const transaction = await openTransaction(app.connection);
    const property = fc.asyncProperty(
      fc.array(posting, { maxLength: 4, size: 'max' }),
      async (postings) => {
        const rows = postings.map(({ account: kind, amount, isRight }, index) => {
          const hasBalance = (kind === 'wallet') === isRight;
          const id = kind === 'wallet' ? walletOf(owner.client.id) : accountOf(kind);
          return `(currval('ledger_journals_id_seq'), ${index + 1}, ${id}, ${amount}, ${hasBalance ? 100 : 'NULL'})`;
        });
        const isSound =
          postings.length >= 2 &&
          postings.reduce((sum, { amount }) => sum + amount, 0) === 0 &&
          postings.every(({ isRight }) => isRight);
        await transaction.query('SAVEPOINT before');
        await transaction.query(
          `INSERT INTO ledger_journals (kind, key, actor) VALUES ('adjustment', 'generated', 'test')`,
        );
        if (rows.length > 0) {
          await transaction.query(`INSERT INTO ledger_postings VALUES ${rows.join()}`);
        }
        const checked = transaction.query('SET CONSTRAINTS ALL IMMEDIATE').then(
          () => 'stored',
          ({ constraint }: { constraint: string }) => constraint,
        );
        expect(await checked).toEqual(
          isSound ? 'stored' : expect.stringMatching(/^ledger_journals_(sum|balance)_ck$/),
        );
        await transaction.query('ROLLBACK TO before');
      },
    );
    try {
      await fc.assert(property, { numRuns: 200 });
    } finally {
      await transaction.rollback();
    }
  });

  it('accept no later posting', async () => {
    const owner = await givenShop(app);
    await admin.receipts.record(owner.client.id, 1);
    const added = app.dataSource.query(
      `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor)
        SELECT max(id), 3, ${accountOf('bank')}, 25 FROM ledger_journals`,
    );
    await expect(added).rejects.toMatchObject({
      driverError: { constraint: 'ledger_journals_sum_ck' },
    });
  });
});
