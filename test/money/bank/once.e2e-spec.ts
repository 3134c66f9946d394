import { LIMITS } from '../../../src/platform/config/limits.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance, shop } from '../../support/money/suite.js';
import { unique } from '../../support/shop/given.js';

startBankSuite();

const lock = (table: string) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`;

describe('a statement', () => {
  it('a statement that comes twice is stored and credited once', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 500 });
    const csv = statementOf([
      { amount: 500, reference },
      { amount: -5, reference: utr() },
    ]);
    expect(await bank.import(csv)).toMatchObject({ new_rows: 2, confirmed: 1 });
    expect(await bank.import(csv)).toMatchObject({
      new_rows: 0,
      confirmed: 0,
      matches: [{ outcome: 'confirmed_before' }],
    });
    expect(await balance()).toBe(500);
    await bank.lines.find(reference);
  });

  it('a statement that two people send concurrently is stored and credited once', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 500 });
    const csv = statementOf([{ amount: 500, reference }]);
    const read = async () => bank.import(csv, { accept_gap: true });
    const [one, two] = await whileQueued(app, lock('statement_lines'), [read, read]);
    expect([one.new_rows, two.new_rows]).toEqual([1, 0]);
    expect(await balance()).toBe(500);
  });

  it('moves the money of a line once when two people decide about it concurrently', async () => {
    const { id } = await bank.givenLine(500);
    const credit = () => bank.lines.credit(id, shop.client.id).status();
    const works = [credit, credit, () => bank.lines.suspend(id).status()];
    const statuses = await whileQueued(app, rowLock('statement_lines', id), works);
    expect(statuses).toEqual([200, 200, 409]);
    expect(await balance()).toBe(500);
  });

  it('is continued by a retry after its call ended in the middle', async () => {
    const [first, second] = [utr(), utr()];
    await claim({ utr: first, amount: 500 });
    const id = await claim({ utr: second, amount: 70 });
    const csv = statementOf([
      { amount: 500, reference: first },
      { amount: 70, reference: second },
    ]);
    await app.dataSource.query(
      `CREATE FUNCTION refuse_second() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'the server is gone'; END $$;
        CREATE TRIGGER refuse_second BEFORE UPDATE ON bank_transfers
          FOR EACH ROW WHEN (OLD.id = ${id}) EXECUTE FUNCTION refuse_second()`,
    );
    expect(await bank.import(csv, { accept_gap: true }).status()).toBe(500);
    expect(await balance()).toBe(500);
    await app.sql`DROP FUNCTION refuse_second CASCADE`;
    expect(await bank.import(csv)).toMatchObject({
      new_rows: 0,
      confirmed: 1,
      matches: [{ outcome: 'confirmed_before' }, { outcome: 'confirmed' }],
    });
    expect(await balance()).toBe(570);
  });
});

describe('money that is recorded while its line comes', () => {
  it('money that an operator records with the other number of the line while the line comes is credited once', async () => {
    const [typed, claimed] = [utr(), rrn()];
    await claim({ utr: claimed, amount: 500 });
    const row = { amount: 500, reference: typed, description: `IMPS/${claimed}` };
    // Both hold the number of the line before they write.
    const results = await whileQueued(app, lock('receipts'), [
      () => bank.receipts.record(shop.client.id, 500, { reference: typed }).status(),
      async () => (await bank.importRows(row)).confirmed,
    ]);
    expect(results).toEqual([201, 0]);
    expect(await balance()).toBe(500);
    expect(await bank.lines.find(typed)).toMatchObject({ state: 'matched' });
  });

  it('money whose claim is confirmed while its line comes is credited once', async () => {
    const reference = utr();
    const id = await claim({ utr: reference, amount: 500 });
    const csv = statementOf([{ amount: 500, reference }]);
    const [confirmed, imported] = await whileQueued(app, lock('receipts'), [
      async () => bank.confirmTransfers(id),
      async () => bank.import(csv, { accept_gap: true }),
    ]);
    expect(confirmed).toMatchObject([{ id, outcome: 'confirmed' }]);
    expect(imported).toMatchObject({ new_rows: 1, matches: [{ client_id: shop.client.id }] });
    expect(await balance()).toBe(500);
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
  });

  it('money recorded as a cheque and from the bank concurrently is credited once', async () => {
    const reference = utr();
    const record = (rest: object) => () =>
      bank.receipts.record(shop.client.id, 500, { reference, ...rest }).status();
    const statuses = await whileQueued(app, lock('receipts'), [
      record({ source: 'other' }),
      record({ reference: reference.toLowerCase() }),
    ]);
    expect(statuses).toEqual([201, 200]);
    expect(await balance()).toBe(500);
  });
});

it('a row that is twice in a file is credited once', async () => {
  const reference = utr();
  await claim({ utr: reference, amount: 500 });
  const row = { amount: 500, reference };
  const file = statementOf([row, row]);
  expect(await bank.import(file, { dry_run: 'true' })).toMatchObject({ confirmed: 1, rows: 2 });
  expect(await bank.import(file, { accept_gap: true })).toMatchObject({
    confirmed: 1,
    new_rows: 2,
  });
  const { matches } = await bank.import(file, { dry_run: 'true' });
  expect(matches.map(({ state }) => state)).toEqual(['matched', 'suggested']);
  expect(await balance()).toBe(500);
  const { data } = await bank.lines.list({ limit: 2 });
  expect(data.map(({ state, suggestion }) => [state, suggestion?.reason])).toEqual([
    ['suggested', 'reference_used'],
    ['matched', undefined],
  ]);
  const credit = bank.lines.credit(data[0]!.id, shop.client.id);
  await credit.expectRefusal(409, 'payment_recorded');
});

it('a statement with more rows than one call may have says where it was left', async () => {
  const rows = Array.from({ length: LIMITS.statementRows + 1 }, () => ({ amount: 1 }));
  const report = await bank.import(statementOf(rows, { opening: null }), { dry_run: 'true' });
  expect(report.rows).toBe(LIMITS.statementRows);
  expect(report.problems).toEqual([
    { line: rows.length + 1, problem: expect.stringContaining('exceeds the maximum of') },
  ]);
});

describe('a statement of another account', () => {
  const add = (account: object = {}) => bank.accounts.add({ name: unique('Account'), ...account });
  const named = (digits: string) =>
    `Account No : ${digits}\n${statementOf([{ amount: 5, reference: utr() }], { opening: null })}`;

  it('is refused by the number that it names', async () => {
    const one = await add({ account_last4: '1111' });
    await add({ account_last4: '2222', name: 'Savings' });
    const query = { bank_account_id: one.id };
    for (const dry_run of ['true', 'false']) {
      const refused = bank.import(named('50100012342222'), { ...query, dry_run });
      const message = expect.stringContaining('Choose “Savings”');
      await refused.expectRefusal(422, 'import_refused', { message });
    }
    const strange = bank.import(named('XXXXXXXX3333'), query);
    expect((await strange.refused(422)).message).toContain('ends in 1111');
    expect(await bank.import(named('50100012341111'), query)).toMatchObject({ new_rows: 1 });
    const unknown = await add();
    const other = bank.import(named('50100012342222'), { bank_account_id: unknown.id });
    expect((await other.refused(422)).message).toContain('Choose “Savings”');
  });

  it('is asked about if it does not continue the last closing balance', async () => {
    const { id } = await add();
    const row = (amount: number, date: string) => ({ amount, date, reference: utr() });
    const [first, next] = [row(100, '2026-11-21'), row(50, '2026-11-22')];
    const read = (rows: object[], opening: number, query: object = {}) =>
      bank.import(statementOf(rows as (typeof first)[], { opening }), {
        bank_account_id: id,
        ...query,
      });
    expect(await read([first], 0)).toMatchObject({ gap: null });
    const gap = expect.stringContaining('700.00, but the last statement');
    expect(await read([next], 700, { dry_run: 'true' })).toMatchObject({ gap, new_rows: 1 });
    expect((await read([next], 700).refused(422)).message).toContain('accept_gap=true');
    expect((await bank.lines.list({ bank_account_id: id })).data).toHaveLength(1);
    expect(await read([next], 700, { accept_gap: 'true' })).toMatchObject({ new_rows: 1 });
    // A file that overlaps, and one that continues.
    expect(await read([next, row(1, '2026-11-22')], 700)).toMatchObject({ new_rows: 1 });
    expect(await read([row(2, '2026-11-23')], 751)).toMatchObject({ gap: null, new_rows: 1 });
    const other = read([row(3, '2026-11-21'), row(3, '2026-11-23')], 100, { dry_run: 'true' });
    expect((await other).gap).toContain('none of its lines');
  });
});
