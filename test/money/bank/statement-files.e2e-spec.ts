import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, shop } from '../../support/money/suite.js';
import { SAME_ORIGIN, TestBrowser, givenOperator } from '../../support/shop/people.js';

startBankSuite();

describe('a statement whose dates have the month first', () => {
  const HEADER = 'Date,Narration,Ref,Withdrawal,Deposit,Balance';
  const row = (date: string, balance: number): string => `${date},UPI,${rrn()},,100,${balance}`;
  const rows = [row('11/3/2026', 1_100), row('11/5/2026', 1_200)];
  const given = async () => ({ bank_account_id: await bank.givenAccount() });
  const daysOf = async (query: object) =>
    (await bank.lines.list(query)).data.map(({ date }) => date).reverse();

  it('is read so as a whole if one row proves it', async () => {
    const account = await given();
    const file = [HEADER, ...rows, row('11/13/2026', 1_300)].join('\n');
    const report = await bank.import(file, account);
    expect(report).toMatchObject({ new_rows: 3, problems: [], balance_problem: null });
    expect(await daysOf(account)).toEqual(['2026-11-03', '2026-11-05', '2026-11-13']);
  });

  it('is asked about if it would be before the last line, and stored as the caller says', async () => {
    const account = await given();
    await bank.import([HEADER, row('29/10/2026', 1_000)].join('\n'), account);
    const file = [HEADER, ...rows].join('\n');
    const message = expect.stringMatching(
      /^Row 2 has the date 11\/3\/2026: 2026-03-11 .* 2026-11-03 .* is before 2026-10-29, .*day_first=false\.$/,
    );
    for (const dry_run of [true, false]) {
      const refused = bank.import(file, { ...account, dry_run });
      await refused.expectRefusal(422, 'date_order_unclear', { message });
    }
    const report = await bank.import(file, { ...account, day_first: false });
    expect(report).toMatchObject({ new_rows: 2, gap: null });
    expect(await daysOf(account)).toEqual(['2026-10-29', '2026-11-03', '2026-11-05']);
    expect(await bank.import(file, { ...account, day_first: false })).toMatchObject({
      new_rows: 0,
    });
  });

  it('is not asked about if a line of it is stored already', async () => {
    const account = await given();
    const days = [row('3/11/2026', 1_100), row('5/11/2026', 1_200)];
    const file = [HEADER, ...days].join('\n');
    expect(await bank.import(file, account)).toMatchObject({ new_rows: 2 });
    expect(await bank.import(file, account)).toMatchObject({ new_rows: 0 });
  });

  it('is asked about if its date cells are next to texts, and read as the caller says', async () => {
    const account = await given();
    const file = [HEADER, row('2026-05-11', 1_100), row('13/11/2026', 1_200)].join('\n');
    const message = expect.stringContaining('Row 3 has the text 13/11/2026 in the same column');
    await bank.import(file, account).expectRefusal(422, 'date_cells_unclear', { message });
    await bank.import(file, { ...account, exchange_date_cells: true });
    expect(await daysOf(account)).toEqual(['2026-11-05', '2026-11-13']);
  });
});

it('a statement whose descriptions go on in the next row confirms the claims of their numbers', async () => {
  const reference = utr();
  await claim({ utr: reference, amount: 212 });
  const header = 'Date,Narration,Ref,Withdrawal,Deposit,Balance';
  const rows = ['20/11/2026,NEFT CR-SBIN0001234-,,,212,1212', `,ASHA STORE-${reference},,,,`];
  const account = await bank.givenAccount();
  const report = await bank.import([header, ...rows].join('\n'), { bank_account_id: account });
  expect(report).toMatchObject({ confirmed: 1, ignored_rows: [], balance_problem: null });
});

it('a statement without its last row confirms claims, and is not called complete', async () => {
  const [reference, header] = [utr(), 'Date,Narration,Ref,Withdrawal,Deposit,Balance'];
  await claim({ utr: reference, amount: 212 });
  const rows = [`20/11/2026,NEFT,${reference},,212,1212`, '21/11/2026,NEFT,,,ten,1222'];
  const account = await bank.givenAccount();
  const report = await bank.import([header, ...rows].join('\n'), { bank_account_id: account });
  const problem = expect.stringContaining('Row 3 was not read');
  expect(report).toMatchObject({ confirmed: 1, balance_problem: problem });
});

describe('a dry run', () => {
  it('says what each line would become, out as well as in, and stores nothing', async () => {
    const account = { bank_account_id: await bank.givenAccount() };
    const claimed = utr();
    const { id: client_id, name: client_name } = await bank.clients.get(shop.client.id);
    await claim({ utr: claimed, amount: 500 });
    const named = `NEFT CL${String(client_id).padStart(6, '0')}`;
    const file = statementOf([
      { amount: 500, reference: claimed },
      { amount: 70, description: named },
      { amount: -17.7, description: 'SMS CHARGES' },
      { amount: -900, description: 'RENT' },
    ]);
    const { lines } = await bank.import(file, { ...account, dry_run: true });
    const shown = lines.map(({ act, client_name: of, suggestion }) => [
      ...[act, of, suggestion?.reason, suggestion?.client_name],
    ]);
    expect(shown).toEqual([
      ['confirm', client_name, undefined, undefined],
      ['suggest', null, 'names_client', client_name],
      ['suggest', null, 'bank_charge', null],
      ['none', null, undefined, undefined],
    ]);
    expect(lines[3]).toMatchObject({
      direction: 'out',
      amount: 900,
      description: 'RENT',
      is_new: true,
    });
    expect((await bank.lines.list(account)).data).toEqual([]);
    await bank.import(file, account);
    const again = await bank.import(file, { ...account, dry_run: true });
    expect(again.lines.map(({ act, is_new, state }) => [act, is_new, state])).toEqual([
      [null, false, 'matched'],
      ['suggest', false, 'suggested'],
      ['suggest', false, 'suggested'],
      ['none', false, 'unmatched'],
    ]);
  });

  it('asks no person for the password, as storing does', async () => {
    const person = await givenOperator(app, ['finance']);
    const { cookie } = await TestBrowser.signedIn(app, person);
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '5 minutes' WHERE user_id = ${person.id}`;
    const file = statementOf([{ amount: 5, reference: utr() }], { opening: null });
    const path = `/admin/transfers/match?bank_account_id=${await bank.givenAccount()}`;
    const headers = { ...SAME_ORIGIN, Cookie: cookie! };
    const statuses = [];
    for (const query of ['&dry_run=true', '', '&dry_run=false', '&dry_run=true&dry_run=false']) {
      const { status, body } = await app
        .call('post', `${path}${query}`)
        .set(headers)
        .type('text/csv')
        .send(file);
      statuses.push([status, (body as { code?: string }).code]);
    }
    const asked = [403, 'password_required'];
    expect(statuses).toEqual([[200, undefined], asked, asked, asked]);
  });

  it('reads by the columns that the person chooses, which are remembered once the lines are stored', async () => {
    const account = { bank_account_id: await bank.givenAccount() };
    const mapping = async () =>
      (await bank.accounts.list()).find(({ id }) => id === account.bank_account_id)!.column_mapping;
    const file = ['When,Story,Took,Gave,Balance', '21/11/2026,NEFT,,90,90'].join('\n');
    await bank.import(file, account).expectRefusal(422, 'import_refused');
    const columns = 'date=When&description=Story&debit=Took&credit=Gave';
    const read = await bank.import(file, { ...account, columns, dry_run: true });
    expect(read).toMatchObject({ money_in: 90, opening_balance: null });
    expect(await mapping()).toBeNull();
    await bank.import(file, { ...account, columns });
    expect((await mapping())!.columns.map(({ column }) => column)).toEqual([
      ...['date', 'description', 'debit', 'credit', null],
    ]);
    const others = file.replace('When', 'Then');
    const { message } = await bank.import(others, { ...account, columns }).refused(422);
    expect(message).toContain('No row names the columns “When”');
    for (const nothing of ['day=When', '&&']) {
      const unknown = bank.import(file, { ...account, columns: nothing });
      await unknown.expectProblems('columns unknown_value');
    }
    const both = bank.import(file, { ...account, columns: 'date=When&credit=Gave&debit=Gave' });
    await both.expectProblems('columns not_distinct');
  });
});
