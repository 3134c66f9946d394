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

  const amount = fc.integer({ min: 1, max: 500 }).map((minor) => minor * 25);
  const command = fc.oneof(
    fc.record({ kind: fc.constant('receive' as const), owner: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('payOut' as const), owner: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('give' as const), owner: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('take' as const), owner: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('reverse' as const), back: fc.nat(3) }),
  );

  it('leave every wallet with the sum of the accepted ones, never below 0, and the remainder as debt', async () => {
    const property = fc.asyncProperty(
      fc.array(command, { minLength: 5, maxLength: 25, size: 'max' }),
      async (commands) => {
        const ids = [(await givenShop(app)).client.id, (await givenShop(app)).client.id];
        const statements: number[][] = [[], []];
        const debts = [0, 0];
        const receipts: { id: number; owner: number; minor: number; isReversed: boolean }[] = [];
        const sum = (owner: number): number =>
          statements[owner]?.reduce((total, minor) => total + minor, 0) ?? 0;
        /** Moves money in the model, if there is enough. Returns the status of the answer. */
        const move = (owner: number, minor: number, done: number): number => {
          if (sum(owner) + minor < 0) return 409;
          const paid = Math.min(debts[owner]!, Math.max(0, minor));
          statements[owner]?.push(minor, ...(paid > 0 ? [-paid] : []));
          debts[owner]! -= paid;
          return done;
        };
        const takeBack = (owner: number, minor: number): void => {
          const missing = Math.max(0, minor - sum(owner));
          statements[owner]?.push(...(missing > 0 ? [missing] : []), -minor);
          debts[owner]! += missing;
        };
        const adjust = async (owner: number, minor: number): Promise<void> => {
          const { id } = await admin.adjustments.propose(ids[owner] ?? 0, minor / 100);
          expect(await admin.adjustments.approve(id).status()).toBe(move(owner, minor, 200));
        };
        for (const each of commands) {
          if (each.kind === 'reverse') {
            const receipt = receipts.at(-1 - each.back);
            if (receipt === undefined) continue;
            await admin.receipts.reverse(receipt.id);
            if (!receipt.isReversed) takeBack(receipt.owner, receipt.minor);
            receipt.isReversed = true;
            continue;
          }
          const { kind, owner, amount: minor } = each;
          const id = ids[owner] ?? 0;
          if (kind === 'give') await adjust(owner, minor);
          else if (kind === 'take') await adjust(owner, -minor);
          else if (kind === 'payOut') {
            const status = await admin.wallets.payOut(id, minor / 100).status();
            expect(status).toBe(move(owner, -minor, 201));
          } else {
            const receipt = await admin.receipts.record(id, minor / 100);
            receipts.push({ id: receipt.id, owner, minor, isReversed: false });
            move(owner, minor, 201);
          }
        }
        for (const [owner, id] of ids.entries()) {
          const { data } = await admin.wallets.entries(id, { limit: 500 });
          expect(data.map((entry) => Math.round(entry.amount * 100)).reverse()).toEqual(
            statements[owner],
          );
          expect(data[0]?.balance_after ?? 0).toBe(sum(owner) / 100);
          expect(await admin.clients.get(id)).toMatchObject({ debt: debts[owner]! / 100 });
        }
        await app.expectInvariants();
      },
    );
    await fc.assert(property, {
      numRuns: Number(process.env.LEDGER_RUNS ?? 8),
      endOnFailure: true,
    });
  });
});
