import { whileLocked } from '../support/database/locks.js';
import type { AdminAnswer } from '../support/shop/admin.js';
import { givenPlan, unique } from '../support/shop/given.js';
import { csvText, workbook } from '../support/shop/supplier-file.js';
import { problemsOf, type ErrorBody } from '../support/call.js';
import { givenSuite } from '../support/shop/shop.js';

/** Ids that no record can have, and one that none has. */
const NO_IDS = ['0', '-1', '1.5', '01', '+1', '1e1', 'abc', '999999999', '99999999999'];
const BROKEN_IDS = ['%00', '%ff', '%ED%A0%80', '%20', 'x'.repeat(500)];
const { app, admin } = await givenSuite();

it('an address that is no e-mail address changes no client, and one in letters of any language is taken', async () => {
  const { id, name, email } = await admin.clients.create();
  const change = admin.clients.change(id, { name: 'Fine', email: 'nobody' });
  await change.expectProblems('email invalid_email');
  await admin.clients.create({ email: 'me@Bücher.example' });
  await admin.clients.create({ email: 'me@xn--bcher-kva.example' });
  expect(await admin.clients.get(id)).toMatchObject({ name, email });
});

it.each(['\u061c', '\u200f', '\u202a', '\u202e', '\u2029', '\u2066'])(
  'a name that changes the direction of text is refused wherever people name something: %j',
  async (sign) => {
    const name = `Asha ${sign}Store`;
    const naming = [
      ['put', 'brand', { name }, 'name'],
      ['put', 'couriers', { couriers: [{ name }] }, 'couriers.0.name'],
      ['post', 'plans', { code: 'x', name }, 'name'],
      ['post', 'clients', { email: 'a@b.example', name }, 'name'],
      ['post', 'orders/WO-ABCD234567/shipments', { courier: name }, 'courier'],
    ] as const;
    for (const [method, path, body, field] of naming) {
      const problems = await problemsOf(app.admin(method, path, body));
      expect(problems).toContain(`${field} invalid_characters`);
    }
  },
);

describe('bad input about a token', () => {
  it.each<[object, problem: string]>([
    [{ domain: 'https://' }, 'domain invalid_domain'],
    [{ domain: 'ftp://a.example' }, 'domain invalid_domain'],
    [{ domain: 'a b.example' }, 'domain invalid_domain'],
    [{ domain: '*.example' }, 'domain invalid_domain'],
    [{ domain: 'foo..bar' }, 'domain invalid_domain'],
    [{ domain: 'shop-.example' }, 'domain invalid_domain'],
    [{ domain: 'https://-shop.example' }, 'domain invalid_domain'],
    [{ domain: `${'x'.repeat(64)}.example` }, 'domain invalid_domain'],
    [{ domain: 'shop.example:65536' }, 'domain invalid_domain'],
  ])('is refused and issues no token: %j', async (token, problem) => {
    const { id } = await admin.clients.create();
    expect(await admin.tokens.create(id, token).problems()).toEqual([problem]);
    expect((await admin.tokens.list(id)).data).toEqual([]);
  });

  it('is refused for an expiry that has passed', async () => {
    const { id } = await admin.clients.create();
    const token = { domain: 'a.example', expires_at: new Date(Date.now() - 60_000).toISOString() };
    expect(await admin.tokens.create(id, token).problems()).toEqual(['expires_at out_of_range']);
    expect((await admin.tokens.list(id)).data).toEqual([]);
  });
});

describe('bad input about clients and tokens', () => {
  const client = { name: 'Asha', email: 'asha@client.example' };

  it.each([...NO_IDS, ...BROKEN_IDS])('is 404 for an id that no record has: %s', async (id) => {
    for (const call of [
      admin.clients.get(id),
      admin.clients.change(id, client),
      admin.tokens.create(id, { domain: 'a.example' }),
      admin.tokens.list(id),
      admin.tokens.rotate(id),
      admin.tokens.revoke(id),
    ]) {
      const { code }: ErrorBody = await call.refused(404);
      expect(code).toMatch(/^(client|token|route)_not_found$/);
    }
  });

  it('is refused in a cursor of a list, also too large an id', async () => {
    const { id } = await admin.clients.create();
    for (const cursor of ['garbage', '-1', Buffer.from('99999999999').toString('base64url')]) {
      for (const list of [admin.clients.list({ cursor }), admin.tokens.list(id, { cursor })]) {
        expect(await list.problems()).toEqual(['cursor invalid_cursor']);
      }
    }
  });
});

describe('a file of clients', () => {
  const HEADER = 'company,owner_email,plan,domain,max_open_value,ends_on';
  const send = (content: string | Buffer, { isDryRun = false } = {}) =>
    admin.upload('importClients', content, { dry_run: isDryRun });
  const outcomes = (rows: AdminAnswer<'importClients'>): string[] =>
    rows.map(({ line, outcome }) => `${line} ${outcome}`);
  const mailOf = (name: string): string => `${unique(name).toLowerCase()}@clients.example`;
  const invitedTo = async (clientId: number): Promise<string[]> => {
    const found = await app.sql<{ email: string }>`
      SELECT email FROM invitations WHERE client_id = ${clientId}`;
    return found.map(({ email }) => email);
  };
  const countOf = async (email: string) => (await admin.clients.list({ q: email })).data.length;

  it('creates each client once with its plan and settings, and invites the owner', async () => {
    const { code } = await givenPlan(app);
    const [first, second] = [mailOf('asha'), mailOf('bina')];
    const rows = [
      HEADER.split(','),
      ['Asha Home', first, code, 'https://asha.example', 2_500.5, '2099-04-01'],
      ['Bina Home', second, '', '', '', ''],
    ];
    const preview = await send(workbook(rows), { isDryRun: true });
    expect(outcomes(preview)).toEqual(['2 created', '3 created']);
    expect([preview[0]?.client_id, await countOf(first)]).toEqual([undefined, 0]);

    const [created] = await send(workbook(rows));
    expect(created).toMatchObject({ outcome: 'created', domain: 'https://asha.example' });
    const client = await admin.clients.get(created!.client_id!);
    expect(client).toMatchObject({
      name: 'Asha Home',
      email: first,
      max_open_value: 2_500.5,
      subscription: { plan: code, live: true, ends_at: '2099-03-31T18:30:00.000Z' },
    });
    expect(await invitedTo(client.id)).toEqual([first]);

    expect(outcomes(await send(csvText(rows, ';')))).toEqual(['2 known', '3 known']);
    expect([await countOf(first), await countOf(second)]).toEqual([1, 1]);
  });

  it('reports all problems of all rows at once, with the value, and creates the others', async () => {
    const { code } = await givenPlan(app);
    const [good, taken] = [mailOf('good'), mailOf('taken')];
    await send(`company,owner_email\nTaken,${taken}\n`);
    const file = [
      `${HEADER},email`,
      `Good,${good},,,,,`,
      `,no mail,no-such,not a domain,a lot,2099-13-01,`,
      `Edited,${taken},,,,,`,
      `Edited,${taken},,,,,${mailOf('other')}`,
      `Good,${good},,,,,`,
      `Late,${mailOf('late')},no-such,,,,`,
      `=Sum,${mailOf('sum')},,,1.49E+12,,`,
      `Turned\u202e,${mailOf('turned')},,,,,`,
      `Past,${mailOf('past')},${code},,,2020-04-01,`,
      `Other name,${mailOf('owner')},,,,,${good.toUpperCase()}`,
      `#N/A,${mailOf('lookup')},,,,,`,
    ].join('\n');
    for (const isDryRun of [true, false]) {
      const report = await send(file, { isDryRun });
      expect(outcomes(report)).toEqual([
        ...['2 created', '3 refused', '4 refused', '5 refused', '6 refused', '7 refused'],
        ...['8 refused', '9 refused', '10 refused', '11 refused', '12 refused'],
      ]);
      const problems = report.flatMap(({ line, problems: found }) =>
        found.map(({ column, value = '' }) => `${line} ${column} ${value}`),
      );
      expect(report.at(4)?.problems).toEqual([
        { column: 'owner_email', value: good, problem: 'is already on line 2' },
      ]);
      expect(report.at(8)?.problems[0]?.problem).toBe('must be after today');
      expect(problems.sort()).toEqual(
        [
          ...['3 company ', '3 domain not a domain', '3 ends_on 2099-13-01'],
          ...['3 email ', '3 max_open_value a lot', '3 owner_email no mail'],
          ...['4 null ', '5 null ', '7 plan no-such', '8 max_open_value 1.49E+12'],
          ...['9 company Turned\u202e', '10 ends_on 2020-04-01', `11 email ${good.toUpperCase()}`],
          ...[`6 owner_email ${good}`, '12 company #N/A'],
        ].sort(),
      );
    }
    expect(await countOf(good)).toBe(1);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['a missing column', 'company,plan\nA,B\n', /missing: owner_email/],
    ['a column twice', 'company,owner_email,Email,email\nA,a@b.example,,\n', /once: email/],
  ])('is refused as a whole for %s', async (_, file, problem) => {
    const [row, ...rest] = await send(file);
    expect([row?.outcome, row?.problems[0]?.problem, rest]).toEqual([
      ...['refused', expect.stringMatching(problem), []],
    ]);
  });

  it('refuses a name of which a spreadsheet has left nothing but ?', async () => {
    const [row] = await send(`company,owner_email\n???? ?????,${mailOf('lost')}\n`);
    expect(row).toMatchObject({
      outcome: 'refused',
      problems: [{ column: 'company', problem: expect.stringMatching(/^has lost its letters/) }],
    });
  });

  it('creates a client once for two calls at the same time', async () => {
    const email = mailOf('race');
    const file = `company,owner_email\nRace,${email}\n`;
    const lock = { lock: 'LOCK TABLE clients IN SHARE ROW EXCLUSIVE MODE', waiting: 2 };
    const reports = await whileLocked(app, lock, () => Promise.all([send(file), send(file)]));
    expect(reports.flatMap(outcomes).sort()).toEqual(['2 created', '2 known']);
    const [clientId] = reports.flatMap((rows) => rows.flatMap(({ client_id: id }) => id ?? []));
    expect(await invitedTo(clientId!)).toEqual([email]);
  });
});
