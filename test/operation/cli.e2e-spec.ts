import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { stagedDatabase, stagedFolder } from '../faults/support/stage.js';
import { commandHere, runCommand, type Ended } from '../support/processes/command-line.js';
import { connectionUrl, execute } from '../support/database/database.js';
import { itBeforeRelease } from '../support/native/gate.js';
import { file } from '../support/shop/catalog-file.js';
import { headersOf } from '../support/shop/given.js';
import { ServiceProcess } from '../support/processes/service-process.js';

/** Makes a folder for a test, and a function that runs a command in it. */
async function workplace() {
  const folder = await stagedFolder();
  return {
    folder,
    path: (name: string): string => join(folder, name),
    cli: (...args: string[]): Promise<Ended> => commandHere(folder, args),
    /** Runs a command as a program of its own, once for each file of commands. */
    program: (...args: string[]): Promise<Ended> => runCommand(folder, args),
  };
}
/** Lists the lines with the reason of a failed command. */
const failure = ({ status, stdout, stderr }: Ended): string[] => {
  expect([status, stdout]).toEqual([1, '']);
  return stderr.trim().split('\n');
};

describe('the command line', () => {
  it('has help texts', async () => {
    const { folder, cli, program } = await workplace();
    const { status, stdout } = await program('--help');
    expect(status).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z:]+) /gm)].map(([, name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(['import', 'user:create', 'schema:revert']));
    const explained = commands.filter((name) => name !== 'help');
    for (const command of explained) {
      const stdout: unknown = expect.stringContaining(`Usage: npm run cli -- ${command} `);
      expect(await cli(command, '--help')).toMatchObject({ status: 0, stdout });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [[], 'Usage:'],
    [['inport', 'x.csv'], "unknown command 'inport'"],
    [['import'], "missing required argument 'file.csv'"],
    [['import', 'x.csv', '--dry'], "unknown option '--dry'"],
    [['client:create', '--name', 'A'], "required option '--email <address>'"],
    [['import', 'no-such.csv'], 'Not done: no-such.csv cannot be read (ENOENT)'],
    [['import', '.'], 'Not done: . is not a file'],
    [['client:create', '--name', ' ', '--email', 'x'], 'Not done: name is required; email must be'],
    [
      ['client:create', '--name', 'A', '--email', 'a@b.example', '--status', 'active'],
      'Not done: --status needs --plan, because it is the status of a subscription',
    ],
    [
      ['token:create', '--client', 'x', '--domain', 'a.example'],
      'Not done: There is no such client',
    ],
    [
      ['token:create', '--client', '1', '--domain', '??', '--expires-at', 'soon'],
      'Not done: domain must be a host name',
    ],
    [['token:revoke', '0'], 'Not done: There is no such token'],
  ])('refuses %j before it touches a database', async (args, reason) => {
    const { folder, cli } = await workplace();
    expect(failure(await cli(...args))[0]).toContain(reason);
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports each problem of the settings, or that of the database, in one line', async () => {
    const { folder } = await workplace();
    const wrong = await runCommand(folder, ['demo'], { PORT: 'x', MIGRATE: 'no' });
    expect(failure(wrong)).toEqual([
      expect.stringMatching(/^Not done: Invalid PORT "x"/),
      expect.stringMatching(/^Not done: Invalid MIGRATE "no"/),
    ]);
    const away = { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/db' };
    const lines = failure(await commandHere(folder, ['demo'], away));
    expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
    expect(lines.join()).not.toContain('geheim');
  });

  itBeforeRelease('runs no periodic jobs', async () => {
    const { folder } = await workplace();
    const connection = await stagedDatabase();
    const env = { DATABASE_URL: connectionUrl(connection) };
    expect(await runCommand(folder, ['demo'], env)).toMatchObject({ status: 0 });
    await execute(connection, 'SELECT 1 / (SELECT (count(*) = 0)::integer FROM feed_ticks)');
  });
});

describe('the command line and the service', () => {
  itBeforeRelease(
    'works alone on the embedded database, and releases it to the service',
    workAlone,
  );
  it('works while the service runs, which sees the changes immediately', workWithService);
});

async function workAlone(): Promise<void> {
  const { folder, path, cli, program } = await workplace();
  const filled = await cli('demo');
  expect(filled).toMatchObject({ status: 0, stdout: expect.stringContaining('Asha Home Store') });
  expect(failure(await cli('demo'))).toEqual([expect.stringContaining('is not empty')]);

  expect(await program('export', 'all.csv')).toEqual({
    status: 0,
    stdout: '48 products\n',
    stderr: '',
  });
  expect((await readFile(path('all.csv'), 'utf8')).split('\r\n')[1]).toContain('TW-GLS-06');
  expect(await cli('import', 'all.csv')).toEqual({
    status: 0,
    stdout: '48 rows: 0 created, 0 updated, 48 unchanged\n',
    stderr: '',
  });

  const rows = ['sku,name,base_price,delivery_charge,stock', 'CLI-1,Cup,12.50,1,7'];
  await writeFile(path('new.csv'), file(...rows));
  expect(await cli('import', 'new.csv', '--dry-run')).toMatchObject({
    status: 0,
    stdout: '1 rows: 1 created, 0 updated, 0 unchanged (dry run, nothing was stored)\n',
  });
  expect(await cli('import', 'new.csv')).toMatchObject({
    status: 0,
    stdout: '1 rows: 1 created, 0 updated, 0 unchanged\n',
  });
  await writeFile(
    path('bad.csv'),
    file(...rows, '"CLI-2","Two', 'lines",1,1,', 'CLI-3,Cup,1,1,1,1'),
  );
  const problems = [
    'line 3, name: must not hold control characters',
    expect.stringMatching(/^line 5: has 6 cells, but the header has 5/),
  ];
  expect(failure(await cli('import', 'bad.csv'))).toEqual(problems);
  expect(failure(await cli('import', 'bad.csv', '--dry-run'))).toEqual(problems);
  expect(failure(await cli('export', 'no/such/folder.csv'))).toEqual([
    'Not done: no/such/folder.csv cannot be written (ENOENT)',
  ]);
  expect((await readdir(folder)).sort()).toEqual(['all.csv', 'bad.csv', 'data', 'new.csv']);

  const service = await ServiceProcess.start(folder);
  const demo = JSON.parse(await readFile(path('data/demo.json'), 'utf8')) as DemoAccess;
  const [client] = demo.clients;
  const headers = headersOf(client?.token ?? '', client?.domain ?? '');
  const stock = await fetch(`${service.baseUrl}/api/products/CLI-1/stock`, { headers });
  expect(await stock.json()).toMatchObject({ stock_qty: 7 });
  await service.end('SIGINT');
}

async function workWithService(): Promise<void> {
  const { folder, path, cli, program } = await workplace();
  const service = await ServiceProcess.start(folder, { DEMO_DATA: 'false' });
  const operator = (await readFile(path('data/admin-token'), 'utf8')).trim();
  const ask = async (url: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.baseUrl}${url}`, { headers });
  const admin = async (url: string): Promise<Record<string, unknown>[]> => {
    const response = await ask(url, { Authorization: `Bearer ${operator}` });
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  await fetch(`${service.baseUrl}/admin/plans`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: 'silver', name: 'Silver' }),
  });

  const who = ['client:create', '--name', 'Corner Shop', '--email', 'hello@corner.example'];
  expect(failure(await cli(...who, '--plan', 'gold'))).toEqual([
    expect.stringMatching(/^Not done: .*plan/),
  ]);
  expect(await admin('/admin/clients')).toEqual([]);
  const created = await program(...who, '--plan', 'silver', '--status', 'trialing');
  expect(created).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\n$/),
    stderr: expect.stringMatching(
      /^Client \d+: Corner Shop <hello@corner.example>, trialing on plan silver\n$/,
    ),
  });
  const id = created.stdout.trim();
  const expiry = ['--expires-at', '2999-01-01T00:00:00Z'];
  const issued = await cli(
    'token:create',
    '--client',
    id,
    '--domain',
    'https://www.Corner.example',
    ...expiry,
  );
  expect(issued).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^wso_\S+\n$/),
    stderr: `Token 1 of client ${id} for corner.example, shown only once:\n`,
  });
  expect(await admin(`/admin/clients/${id}/tokens`)).toMatchObject([
    { domain: 'corner.example', expires_at: '2999-01-01T00:00:00.000Z' },
  ]);

  const trying = await cli('token:create', '--client', id, '--domain', 'try.example', '--test');
  expect(trying).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^wso_test_\S+\n$/),
    stderr: `Test token 2 of client ${id} for try.example, shown only once:\n`,
  });

  await writeFile(
    path('new.csv'),
    file('sku,name,base_price,delivery_charge,stock', 'A,Cup,10,1,7'),
  );
  expect(await cli('import', 'new.csv')).toMatchObject({ status: 0 });
  const headers = headersOf(issued.stdout.trim(), 'corner.example');
  expect(await (await ask('/api/products', headers)).json()).toMatchObject({ total: 1 });

  const revoked = await cli('token:revoke', '1');
  const last4 = issued.stdout.trim().slice(-4);
  expect(revoked).toMatchObject({ status: 0, stdout: expect.stringContaining(last4) });
  expect((await ask('/api/products', headers)).status).toBe(401);
  expect(failure(await cli('token:revoke', '3'))).toEqual(['Not done: There is no such token.']);
  expect(failure(await cli('demo'))).toEqual([expect.stringContaining('is not empty')]);

  const audit = await admin('/admin/audit');
  const entries = audit.reverse();
  expect(entries.map(({ actor, action, request_id: request }) => [actor, action, request])).toEqual(
    [
      ['operator', 'admin_token.used', expect.any(String)],
      ['operator', 'plan.created', expect.any(String)],
      ['command line', 'client.created', null],
      ['command line', 'subscription.replaced', null],
      ['command line', 'token.created', null],
      ['command line', 'token.created', null],
      ['command line', 'product.created', null],
      ['command line', 'stock.set', null],
      ['command line', 'token.revoked', null],
    ],
  );
  expect(await service.end('SIGINT')).toBe(0);
}
