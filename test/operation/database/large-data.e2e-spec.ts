import { readdir, readFile } from 'node:fs/promises';
import type { EntityManager } from 'typeorm';
import { AutoPayRepository } from '../../../src/money/wallets/auto-pay/auto-pay.repository.js';
import { BankLedgerRepository } from '../../../src/money/ledger/bank/bank-ledger.repository.js';
import { searchOf } from '../../../src/money/bank/lines/bank-reference.js';
import { ReceiptsRepository } from '../../../src/money/receipts/receipts.repository.js';
import { PostingSumsRepository } from '../../../src/money/ledger/sums/posting-sums.repository.js';
import { StockOverviewRepository } from '../../../src/stock/overview/stock-overview.repository.js';
import { TestApp } from '../../support/app.js';
import { afterUnchecked, openTransaction } from '../../support/database/database.js';
import { imported } from '../../support/shop/catalog-file.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';
import { inDays } from '../../support/time.js';

const ROWS = 2_000;
const FUNCTIONS = 'src/schema/functions';

/** A node of a plan, as EXPLAIN shows it. */
interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
}
// Nothing here is analyzed: data that has just been loaded is in the same state.
const app = await TestApp.start();

/** Counts how many rows of a table a transaction reads by some statements. */
const readsOf = async (table: string, ...statements: string[]): Promise<number> => {
  const [row] = await afterUnchecked<{ reads: string }>(
    // Another session each time: the counts of one go on from transaction to transaction.
    { ...app.connection },
    statements,
    `SELECT seq_tup_read + idx_tup_fetch AS reads FROM pg_stat_xact_user_tables WHERE relname = '${table}'`,
  );
  return Number(row!.reads);
};

describe('with many rows that have just been stored', () => {
  it.each([
    ['audit_seals', 'entry_id', 'seal_audit_entries', addedEntries()],
    ['ledger_seals', 'journal_id', 'seal_journals', addedJournals()],
  ])('a call reads no more of %s than it needs', async (table, column, seal, added) => {
    const call = `SELECT ${seal}((SELECT coalesce(max(${column}), 0) FROM ${table}), 100)`;
    const calls = Array.from({ length: ROWS / 100 }, () => call);
    expect(await readsOf(table, added, ...calls)).toBeLessThan(ROWS);
  });

  it('an import of many products leaves statistics of them', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => `NEW-${n},New ${n},1.00,0.00,1`);
    await imported(app, 'sku,name,base_price,delivery_charge,stock', ...rows);
    const table = await app.row<{ rows: number }>`
      SELECT reltuples AS rows FROM pg_class WHERE oid = 'products'::regclass`;
    expect(table.rows).toBeGreaterThan(1_000);
  });

  it('a page of the stock reads the levels of its products only', async () => {
    const reads = await readsWithin('stock_levels', [], async (manager) => {
      const range = { after: { sku: 'NEW-2', variationKey: '' }, limit: 10 };
      const page = await app
        .service(StockOverviewRepository)
        .list(manager, { below: 1, isSold: false }, range);
      expect(page.map(({ sku }) => sku)).toContain('NEW-20');
    });
    expect(reads).toBeLessThan(100);
  });

  it('the wallets of a month read its journals a few times', async () => {
    const period = { from: inDays(-1), to: inDays(1) };
    const before = [
      addedJournals(),
      `INSERT INTO clients (name, email) SELECT 'Large', 'large-' || n || '@example.com' FROM generate_series(1, 40) n`,
      `INSERT INTO ledger_accounts (kind, client_id, balance_minor) SELECT 'client_wallet', id, 0 FROM clients WHERE name = 'Large'`,
    ];
    const reads = await readsWithin('ledger_journals', before, async (manager) => {
      const report = app.service(PostingSumsRepository);
      const wallets = await report.listWallets(manager, period, { afterId: 0, limit: 50 });
      expect(wallets.length).toBeGreaterThanOrEqual(40);
    });
    expect(reads).toBeLessThan(10 * ROWS);
  });

  it('verify reads the timelines of orders a few times', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    await shop.orders.place([{ sku, quantity: 1 }]);
    const reads = await readsOf(
      'order_status_changes',
      addedOrders(200),
      `INSERT INTO order_status_changes (order_id, status, total_minor)
        SELECT id, status, total_minor FROM orders WHERE id > 1000000`,
      `INSERT INTO order_status_changes (order_id, status) SELECT 2000000 + n, 'pending' FROM generate_series(1, ${10 * ROWS}) n`,
      'SELECT count(*) FROM order_faults()',
    );
    expect(reads).toBeLessThan(100 * ROWS);
  });

  it('an automatic payment reads no other orders that wait', async () => {
    const before = [
      addedOrders(ROWS),
      `INSERT INTO auto_pay_settings (client_id, enabled, keep_minor)
        SELECT DISTINCT client_id, true, 0 FROM orders`,
      `INSERT INTO ledger_accounts (kind, client_id, balance_minor)
        SELECT DISTINCT 'client_wallet', client_id, 0 FROM orders ON CONFLICT DO NOTHING`,
    ];
    const reads = await readsWithin('orders', before, async (manager) => {
      await app.service(AutoPayRepository).findDue(manager);
    });
    expect(reads).toBeLessThan(100);
  });

  it('a line and a reference are searched without reading the other receipts', async () => {
    const { client } = await givenShop(app);
    const before = [
      `INSERT INTO receipts (client_id, source, method, reference, amount_minor)
        SELECT ${client.id}, 'bank', 'neft', 'HDFCN' || 52026000000 + n || ' INV ' || n, 500 FROM generate_series(1, ${ROWS}) n`,
      `INSERT INTO ledger_journals (kind, key, receipt_id, actor)
        SELECT 'receipt', 'receipt:' || id, id, 'test' FROM receipts WHERE reference = 'HDFCN52026000007 INV 7'`,
    ];
    const reads = await readsWithin('receipts', before, async (manager) => {
      const identifiers = ['HDFCN52026000007'];
      const ledger = app.service(BankLedgerRepository);
      const search = searchOf(identifiers)!;
      const ids = (await ledger.searchReceipts(manager, [search, search])).map(({ id }) => id);
      const found = await ledger.listByIds(manager, ids);
      expect(found).toMatchObject([{ reference: 'HDFCN52026000007INV7' }]);
      const money = { clientId: 0, amountMinor: 500 };
      await ledger.listReferences(manager, money, { sources: ['bank'], search });
      // What autovacuum finds out makes all that one statement reads look cheap.
      await manager.query('ANALYZE receipts');
      await ledger.listReceipts(manager, identifiers);
    });
    expect(reads).toBeLessThan(50);
  });

  it('the receipts that a debit may return are found without the journals of all that have its amount', async () => {
    const { client } = await givenShop(app);
    const before = [
      `INSERT INTO receipts (client_id, source, method, reference, amount_minor)
        SELECT ${client.id}, 'bank', 'neft', 'USUAL' || n, 500 FROM generate_series(1, ${5 * ROWS}) n`,
      `INSERT INTO ledger_journals (kind, key, receipt_id, actor)
        SELECT 'receipt', 'receipt:' || id, id, 'test' FROM receipts WHERE reference LIKE 'USUAL%'`,
    ];
    const reads = await readsWithin('ledger_journals', before, async (manager) => {
      // Statistics of a table with a few journals, which autovacuum may just have made, would let each look-up read all of it.
      await manager.query('ANALYZE ledger_journals');
      // An account that has none of them.
      const wanted = { clientId: null, amountMinor: 500, ownerId: 0 };
      const found = await app.service(BankLedgerRepository).listReturnableOf(manager, wanted, 50);
      expect(found).toEqual([]);
    });
    expect(reads).toBeLessThan(5 * ROWS);
  });

  it.each(['Cash from Asha', 'HDFCN52026000007'])(
    'the receipts of the reference %s are found without reading the others',
    async (reference) => {
      const { client } = await givenShop(app);
      const digits = reference.startsWith('Cash') ? 'abcdefghij' : '0123456789';
      const receipts = `INSERT INTO receipts (client_id, source, method, reference, amount_minor)
        SELECT ${client.id}, 'cash', 'cash', '${reference}' || translate(n::text, '0123456789', '${digits}'), 500
          FROM generate_series(1, ${ROWS}) n`;
      const reads = await readsWithin('receipts', [receipts], async (manager) => {
        const range = { beforeId: null, limit: 10 };
        await app.service(ReceiptsRepository).list(manager, { reference }, range);
      });
      expect(reads).toBeLessThan(50);
    },
  );

  it('verify reads no interim result again for each row', async () => {
    const files = await readdir(FUNCTIONS, { recursive: true });
    for (const file of files.filter((name) => name.endsWith('_faults.sql'))) {
      const source = await readFile(`${FUNCTIONS}/${file}`, 'utf8');
      const body = /AS \$\$\n(.*)\$\$/s.exec(source)![1]!;
      expect([file, repeatedScans(await planOf(body))]).toEqual([file, []]);
    }
  });
});

/** Counts how many rows of a table some work reads after statements. Nothing is stored, and no trigger fires. */
async function readsWithin(
  table: string,
  statements: readonly string[],
  work: (manager: EntityManager) => Promise<void>,
): Promise<number> {
  let reads = 0;
  const done = app.dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await manager.query(statement);
    const before = await readsIn(manager, table);
    await work(manager);
    reads = (await readsIn(manager, table)) - before;
    throw new Error('not to be stored');
  });
  await expect(done).rejects.toThrow('not to be stored');
  return reads;
}

/** Counts how many rows of a table were read by a transaction, and by transactions just before it on the same connection. */
async function readsIn(manager: EntityManager, table: string): Promise<number> {
  const [row] = await manager.query<[{ reads: string }]>(
    `SELECT seq_tup_read + idx_tup_fetch AS reads FROM pg_stat_xact_user_tables WHERE relname = '${table}'`,
  );
  return Number(row.reads);
}

function addedOrders(count: number): string {
  return `INSERT INTO orders OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n,
      'order_number', 'WO-' || 1000000000 + n, 'store_order_id', '${unique('S')}' || n))).*
    FROM orders o, generate_series(1, ${count}) n`;
}

function addedEntries(): string {
  return `INSERT INTO audit_entries (actor, action, subject) SELECT 'test', 'test', 'product ' || n
    FROM generate_series(1, ${ROWS}) n`;
}

function addedJournals(): string {
  return `INSERT INTO ledger_journals (kind, key, actor) SELECT 'suspense', 'large-' || n, 'test'
    FROM generate_series(1, ${ROWS}) n`;
}

async function planOf(body: string): Promise<PlanNode> {
  const transaction = await openTransaction(app.connection);
  try {
    const { rows } = await transaction.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${body}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await transaction.rollback();
  }
}

/** Finds the scans of interim results that a plan repeats for each row of another table. */
function repeatedScans(node: PlanNode, isRepeated = false): PlanNode[] {
  const below = (node.Plans ?? []).flatMap((child) =>
    repeatedScans(child, isRepeated || child['Parent Relationship'] === 'SubPlan'),
  );
  return isRepeated && node['Node Type'] === 'CTE Scan' ? [node, ...below] : below;
}
