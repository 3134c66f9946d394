import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { SealsJob } from '../../../src/money/ledger/seals/seals.job.js';
import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { OPERATOR, TestApp } from '../../support/app.js';
import { scratchFolder } from '../../support/processes/run.js';
import { Admin } from '../../support/shop/admin.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { admin, app, startSuite } from '../../support/money/suite.js';
import { readVouchers, type Voucher } from '../../support/money/tally-file.js';

const SCRIPT = join(import.meta.dirname, '../../../scripts/verify-export.js');
const { verifyLines } = (await import(SCRIPT)) as {
  verifyLines: (lines: Iterable<string>, last?: string) => Promise<{ faults: string[] }>;
};
let shop: Shop;
const today = dateInShop(new Date());
const month = today.slice(0, 7);
startSuite();
beforeAll(async () => {
  await app.stopJobs(SealsJob);
  shop = await givenShop(app);
  const { id } = shop.client;
  await admin.clients.change(id, { name: 'Śri & "Co" <x>' });
  const orders = [await shop.placeNew(), await shop.placeNew()];
  await admin.receipts.record(id, 500.05, { orders, reference: 'UTR-1' });
  await admin.orders.cancel(orders[0]!, { reason: '=HYPERLINK("x")' });
  await admin.receipts.record(id, 0.1, { source: 'cash', reference: '@cash' });
  await admin.receipts.reverse((await admin.receipts.record(id, 7)).id);
  const note = 'line\u2028separator, "quoted"';
  await admin.wallets.payOut(id, 20.2, { reference: 'OUT-1', note });
  await app.service(SealsService).sealAll();
});

const file = (format: string, of = month) =>
  app.admin('get', `ledger/export?month=${of}&format=${format}`).responseType('blob').expect(200);
const textOf = async (format: string, of = month) => String((await file(format, of)).body);
const vouchers = async (): Promise<Voucher[]> => {
  return readVouchers(await textOf('tally'));
};
const sums = (of = month) => admin.call('getExportSums', { month: of });
/** Adds amounts with two decimals in hundredths. */
const total = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

describe('the export of journals', () => {
  it('shows the sums before the download: debits and credits are the same', async () => {
    const { journals, debit, credit, accounts } = await sums();
    expect(journals).toBe(8);
    expect(debit).toBe(credit);
    expect(accounts.find(({ account }) => account === 'bank')).toEqual({
      account: 'bank',
      name: 'Bank',
      default_name: 'Bank',
      debit: 507.05,
      credit: 27.2,
    });
    const wallets = accounts.find(({ account }) => account === 'client_wallet');
    expect(wallets).toMatchObject({ credit: 617.15 });
    const nothing = { journals: 0, debit: 0, credit: 0, accounts: [] };
    expect(await sums('2001-01')).toEqual({ month: '2001-01', ...nothing });
  });

  it('is a CSV file with a line for each posting, with formulas escaped', async () => {
    const { headers, body } = await file('csv');
    const text = String(body);
    expect(headers['content-disposition']).toBe(`attachment; filename="journals-${month}.csv"`);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'journal,date,entry,order_number,reference,note,account,ledger,client_id,client,debit,credit',
    );
    expect(lines).toHaveLength(1 + 2 * 8);
    const { debit } = await sums();
    const side = (fromEnd: number) => lines.slice(1).map((line) => line.split(',').at(fromEnd)!);
    expect([total(side(-2)), total(side(-1))]).toEqual([debit * 100, debit * 100]);
    expect(lines[1]).toContain(`,${today},receipt,,UTR-1,,bank,Bank,,,500.05,`);
    expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(text).toContain(",'@cash,");
    expect(text).toContain(`,${shop.client.id},"Śri & ""Co"" <x>",,500.05`);
    expect(await textOf('csv', '2001-01')).toMatch(/^journal,[a-z_,]+\r\n$/);
  });

  it("is a file for Tally's import whose vouchers balance", async () => {
    const found = await vouchers();
    expect(found.map(({ type }) => type)).toEqual([
      ...[
        'Receipt',
        'Journal',
        'Journal',
        'Journal',
        'Receipt',
        'Receipt',
        'Payment',
        'Payment',
      ].map((type) => `WSO ${type}`),
    ]);
    for (const { date, entries } of found) {
      expect(date).toBe(today.replaceAll('-', ''));
      expect(total(entries.map(([, , amount]) => amount))).toBe(0);
      for (const [, isDebit, amount] of entries) {
        expect(amount).toMatch(isDebit === 'Yes' ? /^-\d+\.\d\d$/ : /^\d+\.\d\d$/);
      }
    }
    const debits = found.flatMap(({ entries }) =>
      entries.filter(([, isDebit]) => isDebit === 'Yes').map(([, , amount]) => amount),
    );
    expect(-total(debits)).toBe((await sums()).debit * 100);
    expect(found.at(-1)).toMatchObject({
      narration: 'payout, OUT-1, line\u2028separator, "quoted"',
      entries: [
        ['Bank', 'No', '20.20'],
        ['Client wallets', 'Yes', '-20.20'],
      ],
    });
  });

  it('uses the names of the accountant, also those of clients', async () => {
    const names = [
      { account: 'bank', name: 'HDFC & Co' },
      { account: 'client_wallet', name: '{client} A/c' },
      { account: 'sales', name: 'Sales' },
    ];
    const data = await admin.call('replaceLedgerNames', { names });
    expect(data.find(({ account }) => account === 'bank')).toEqual({
      account: 'bank',
      name: 'HDFC & Co',
      default_name: 'Bank',
    });
    const ledgers = (await vouchers())[0]!.entries.map(([ledger]) => ledger);
    expect(ledgers).toEqual(['HDFC & Co', 'Śri & "Co" <x> A/c']);
    expect((await sums()).accounts.map(({ name }) => name)).toContain('HDFC & Co');
    const { data: entries } = await admin.audit.list({ limit: 1 });
    expect(entries).toMatchObject([
      { action: 'ledger_names.replaced', before: { bank: 'Bank' }, after: { bank: 'HDFC & Co' } },
    ]);
    await app.admin('put', 'ledger/names', { names: [] }).expect(200);
    expect((await vouchers())[0]!.entries[0]![0]).toBe('Bank');
  });

  it.each<[unknown, string]>([
    [[{ account: 'bank', name: '{client}' }], 'names.0.name invalid_template'],
    [['A', 'B'].map((name) => ({ account: 'bank', name })), 'names not_distinct'],
    [[null], 'names.0.account required'],
  ])('refuses names such as %j', async (names, problem) => {
    expect(await admin.call('replaceLedgerNames', { names }).problems()).toContain(problem);
  });
});

describe('a month with its seals', () => {
  it('is verified by a script that does not need the service', async () => {
    const folder = await scratchFolder();
    const path = join(folder, 'sealed.jsonl');
    const text = await textOf('seals');
    await writeFile(path, text);
    const last = (JSON.parse(text.trimEnd().split('\n').at(-1)!) as { sha256: string }).sha256;
    const run = (...args: string[]) => {
      try {
        const command = [SCRIPT, path, ...args];
        return execFileSync(process.execPath, command, { stdio: 'pipe' }).toString();
      } catch (error) {
        const { status, stderr } = error as { status: number; stderr: Buffer };
        return `${status}: ${stderr.toString()}`;
      }
    };
    const { debit } = await sums();
    const isRight = `${month}: 8 journals with debits of ${debit.toFixed(2)} match their seals; the last seal is 8 with the hash ${last}\n`;
    expect(run()).toBe(isRight);
    expect(run('--last', last)).toBe(isRight);
    expect(run('--last', '0'.repeat(64))).toContain(`1: the last hash is ${last}`);
    await writeFile(path, text.replace('"amount_minor":50005', '"amount_minor":50006'));
    expect(run()).toMatch(
      /^1: line 2: has postings that sum to 1\nline 2: has a journal of another hash\n/,
    );
    await rm(folder, { recursive: true });
    expect(run()).toMatch(/^2: ENOENT/);
    expect(await readFile(SCRIPT, 'utf8')).not.toMatch(/from '(?!node:)/);
  });

  it('fails its verification when any byte of it is changed', async () => {
    const bytes = Buffer.from(await textOf('seals'));
    const linesOf = (file: Buffer) => file.toString().split('\n').slice(0, -1);
    expect((await verifyLines(linesOf(bytes))).faults).toEqual([]);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      const { faults } = await verifyLines(linesOf(changed));
      if (faults.length === 0) throw new Error(`byte ${at} can be changed: ${linesOf(changed)[0]}`);
    }
  });

  it("includes the seals of other months' journals that link its own", async () => {
    const other = await TestApp.start();
    await other.stopJobs(SealsJob);
    const { client } = await givenShop(other);
    for (const amount of [1, 2, 3]) await new Admin(other).receipts.record(client.id, amount);
    // The journal between the others is of January; its wallet's times are out of order, which does not matter here.
    await other.sql`SET session_replication_role = replica;
        UPDATE ledger_journals SET at = '2026-01-31T18:29:59.999999Z' WHERE id = (SELECT min(id) + 1 FROM ledger_journals);
        RESET session_replication_role`;
    await other.service(SealsService).sealAll();
    const read = async (of: string) => {
      const path = `/admin/ledger/export?month=${of}&format=seals`;
      const { text, body } = await request(other.server).get(path).set(OPERATOR).expect(200);
      return (typeof text === 'string' ? text : (body as Buffer).toString()).trimEnd().split('\n');
    };
    const [whole, january] = [await read(month), await read('2026-01')];
    await other.stop();
    expect(whole).toHaveLength(4);
    expect(JSON.parse(whole[2]!)).not.toHaveProperty('journal');
    expect(january).toHaveLength(2);
    for (const lines of [whole, january]) expect((await verifyLines(lines)).faults).toEqual([]);
    const { faults } = await verifyLines(whole.toSpliced(2, 1));
    const broken = ['leaves out a number', 'does not continue the seal before'];
    expect(faults).toEqual(broken.map((fault) => `line 3: ${fault}`));
  });
});
