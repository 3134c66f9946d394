import { randomBytes } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { DatabaseConnection } from '../../ormconfig.js';
import { readSettings } from '../../src/settings.js';
import {
  checkBackup,
  checkClock,
  checkDocuments,
} from '../../src/start/production/database-checks.js';
import { checkProxy } from '../../src/start/production/proxy-check.js';
import { PRODUCTION_CHECKS } from '../../src/start/production/checks.js';
import { stagedDatabase, stagedFolder } from '../faults/support/stage.js';
import { TestApp } from '../support/app.js';
import {
  connectionUrl,
  execute,
  givenDatabase,
  givenDataSource,
} from '../support/database/database.js';
import { CLI, commandHere, runUnread } from '../support/processes/command-line.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const TOKEN = randomBytes(24).toString('hex');

/** Makes the settings of a production that passes every check, on this machine's database. */
const fitFor = (connection: DatabaseConnection): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: connectionUrl(connection),
  ADMIN_API_TOKEN: TOKEN,
  SECRETS_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://orders.example',
  SMTP_URL: 'smtps://me:pass@mail.example',
  MAIL_FROM: 'orders@shop.example',
});

const addOwner = (connection: DatabaseConnection, isDemo: boolean): Promise<unknown> =>
  execute(
    connection,
    `WITH person AS (
       INSERT INTO users (email, name, kind, password_hash, is_demo)
       VALUES ('${isDemo ? 'demo' : 'owner'}@shop.example', 'Owner', 'operator', 'x', ${isDemo}) RETURNING id)
     INSERT INTO operator_roles (user_id, role) SELECT id, 'owner' FROM person`,
  );

describe('a start in production', () => {
  it('is refused with a sentence for each problem and misspelled setting, before it touches anything', async () => {
    const folder = await stagedFolder();
    const env = { NODE_ENV: 'production', DEMO_DATA: 'true', SMPT_URL: 'smtps://mail.example' };
    const lines = (await ServiceProcess.refusal(folder, env)).trim().split('\n');
    expect(lines.map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'Warning: SMPT_URL is not a setting',
      'Not started: demo',
      'Not started: http',
      'Not started: mail',
    ]);
  });

  it('makes no demo and prints no secret unless it is asked to, and listens at LISTEN_ADDRESS alone', async () => {
    const service = await ServiceProcess.start(await stagedFolder(), {
      NODE_ENV: 'production',
      ALLOW_IN_PRODUCTION: 'http,mail',
      OPERATIONS_PORT: '0',
      LISTEN_ADDRESS: '127.0.0.1',
    });
    const urls = [...service.output.matchAll(/(?:service|Operators) +http:\/\/localhost:(\d+)/g)];
    expect(urls).toHaveLength(2);
    for (const [, port] of urls) {
      expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.2:${port}/health/live`)).rejects.toThrow('fetch failed');
    }
    // Its log is written in the background, and whole at its end.
    await service.end('SIGINT');
    expect(service.output).not.toContain('Demo clients');
    expect(service.output).toContain('Admin API token           in data/admin-token\n');
    expect(service.output).toContain('Invite the first owner');
    expect(service.output).toContain('npm run cli -- user:create --email');
    expect(service.output).toContain('"msg":"http: PUBLIC_URL is not set');
  });

  it("is refused for the demo's people in a database, and works once they are allowed, without waiting for an owner's second factor", async () => {
    const connection = await stagedDatabase();
    await addOwner(connection, true);
    const refused = await ServiceProcess.refusal(await stagedFolder(), fitFor(connection));
    expect(refused.trim().split('\n')).toEqual([
      expect.stringMatching(/^Not started: demo: the database has 1 people of the demo/),
      expect.stringMatching(/^Not started: two_factor: 1 owner works without a second factor/),
    ]);
    await execute(connection, `UPDATE operator_roles SET role = 'support'`);
    await addOwner(connection, false);
    const service = await ServiceProcess.start(await stagedFolder(), {
      ...fitFor(connection),
      ALLOW_IN_PRODUCTION: 'demo',
    });
    await service.end('SIGINT');
    expect(service.output).toContain('two_factor: 1 owner has not set up a second factor yet');
  });
});

describe('npm run cli -- doctor', () => {
  it('prints misspelled settings and every check in order, with what to do, and changes nothing', async () => {
    const connection = await stagedDatabase();
    const more = { GATEWAY: 'sandbox', ALLOW_IN_PRODUCTION: 'sandbox', LOG_LEVL: 'x' };
    const env = { ...fitFor(connection), PUBLIC_URL: 'http://127.0.0.1:9', ...more };
    const found = await commandHere(await stagedFolder(), ['doctor'], env);
    expect(found.status).toBe(1);
    expect(found.stderr).toBe('A start is refused by: http\n');
    const lines = found.stdout.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0]!.split(/ +/).join(' '))).toEqual([
      'warning LOG_LEVL is not a setting',
      ...['ok demo', 'allowed sandbox', 'refused http', 'ok mail', 'ok database', 'ok redis'],
      ...[
        'ok secrets',
        'ok tls',
        'warning operations',
        'ok listen',
        'ok two_factor',
        'ok statements',
        'ok documents',
        'ok couriers',
        'warning backup',
      ],
      ...['ok keys', 'ok clock', 'ok photos', 'ok readers', 'warning proxy'],
    ]);
    expect(found.stdout).toContain('or allow it with ALLOW_IN_PRODUCTION=http\n');
    expect(found.stdout).not.toContain(TOKEN);
  });

  it('succeeds where a start would, also if its reader ends first', async () => {
    const env = { ...fitFor(await stagedDatabase()), DATA_DIR: 'data', PATH: process.env.PATH };
    const unread = await runUnread([CLI, 'doctor'], { cwd: await stagedFolder(), env });
    expect(unread).toEqual({ status: 0, stderr: '' });
  });

  it('says what is left to check without a database, and for an outdated schema', async () => {
    const connection = await stagedDatabase();
    const url = 'postgres://user:geheim@127.0.0.1:1/db';
    const away = { ...fitFor(connection), DATABASE_URL: url };
    const unreached = await commandHere(await stagedFolder(), ['doctor'], away);
    expect(unreached.status).toBe(1);
    expect(unreached.stdout).toMatch(
      /^unknown {3}two_factor: not checked, for the reason at the end$/m,
    );
    expect(unreached.stderr).toMatch(/^Not done: .*ECONNREFUSED/);
    expect(unreached.stdout + unreached.stderr).not.toContain('geheim');
    const newest = '(SELECT max(id) FROM schema_migrations)';
    await execute(connection, `DELETE FROM schema_migrations WHERE id = ${newest}`);
    const outdated = await commandHere(await stagedFolder(), ['doctor'], fitFor(connection));
    expect(outdated.status).toBe(1);
    expect(outdated.stderr).toContain('the database is older than release 1.5.0');
  });

  it('has its checks explained in "Before you go live", line by line', async () => {
    const page = await readFile('docs/operations/going-live.md', 'utf8');
    const [, section = ''] = /^## Before you go live\n([\s\S]*?)^## /m.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(rows).toEqual(PRODUCTION_CHECKS.map(({ name }) => name));
  });
});

const { connection } = await givenDatabase();
const dataSource = await givenDataSource(connection);

describe('the checks of the database', () => {
  it('never refuse for a clock, and warn of one that differs', async () => {
    const { manager } = dataSource;
    expect(await checkClock(manager)).toBeNull();
    const ahead = { now: new Date(Date.now() + 600_000) };
    const other = { query: () => Promise.resolve([ahead]) } as never;
    expect(await checkClock(other)).toMatchObject({
      kind: 'warning',
      problem: "the clock of the database differs by 600 s from this machine's",
    });
  });

  it('refuse an archive of WAL that stands still, and only warn of an unknown age', async () => {
    const { manager } = dataSource;
    expect(await checkBackup(manager)).toMatchObject({ kind: 'warning' });
    const archiving = (archive: object) =>
      checkBackup({ query: () => Promise.resolve([archive]) } as never);
    expect(await archiving({ isOn: true, hours: 23 })).toBeNull();
    expect(await archiving({ isOn: true, hours: 24 })).toMatchObject({
      kind: 'refused',
      problem: 'PostgreSQL archived its last WAL 24 hours ago',
    });
    expect(await archiving({ isOn: true, hours: null })).toMatchObject({
      kind: 'warning',
      problem: 'archive_mode is on, but PostgreSQL has archived no WAL yet',
    });
  });

  it('warn of documents on hold, until a decision ends it', async () => {
    const { manager } = dataSource;
    const ended = 'UPDATE document_holds SET ended_at = now()';
    await manager.query('INSERT INTO document_holds (incarnation, is_certain) VALUES (1, true)');
    expect(await checkDocuments(manager)).toMatchObject({ kind: 'warning' });
    await manager.query(ended);
    expect(await checkDocuments(manager)).toBeNull();
  });
});

describe('the check of TRUST_PROXY', () => {
  const apps: Record<string, TestApp> = {};
  let proxy: Server | null = null;
  afterEach(() => void proxy?.close());

  /** Returns the findings of the check for a service behind a proxy that forwards this header. */
  const found = async (
    trusted: string,
    forwarded: (received: string | undefined, realIp: string | undefined) => string | null,
    host = 'orders.example',
  ) => {
    const env = { TRUST_PROXY: trusted, PUBLIC_URL: 'http://orders.example' };
    apps[trusted] ??= await TestApp.startOn(connection, env);
    const { port } = apps[trusted].server.address() as AddressInfo;
    proxy = createServer((received, response) => {
      const sent = received.headers as Record<string, string | undefined>;
      const value = forwarded(sent['x-forwarded-for'], sent['x-real-ip']);
      const headers = { host, ...(value !== null && { 'X-Forwarded-For': value }) };
      request({ port, host: '127.0.0.1', path: received.url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      }).end();
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port: proxyPort } = proxy.address() as AddressInfo;
    const settings = readSettings({ PUBLIC_URL: `http://127.0.0.1:${proxyPort}` });
    return (await checkProxy(settings))?.problem ?? null;
  };

  it('passes a proxy that is trusted and overwrites the header', async () => {
    expect(await found('127.0.0.1', () => '203.0.113.9')).toBeNull();
  });

  it('passes a proxy that appends, as long as the callers are not trusted', async () => {
    expect(await found('127.0.0.1', (sent) => [sent, '203.0.113.9'].join())).toBeNull();
  });

  const EVADED =
    'limits by address can be evaded: a caller counts as the address that it sends in ';

  it('finds that limits can be evaded where TRUST_PROXY names more than the proxy', async () => {
    const problem = await found('127.0.0.1,203.0.113.0/24', (sent) => [sent, '203.0.113.9'].join());
    expect(problem).toBe(`${EVADED}X-Forwarded-For`);
  });

  it('finds that limits can be evaded where the proxy passes the header on', async () => {
    expect(await found('127.0.0.1', (sent) => sent ?? null)).toBe(`${EVADED}X-Forwarded-For`);
  });

  it('finds that limits can be evaded where the proxy believes another header', async () => {
    const problem = await found('127.0.0.1', (_, realIp) => realIp ?? '203.0.113.9');
    expect(problem).toBe(`${EVADED}X-Real-IP`);
  });

  it('finds a proxy that is not trusted', async () => {
    expect(await found('10.0.0.1', () => '203.0.113.9')).toMatch(/^TRUST_PROXY does not name/);
  });

  it('finds a proxy that sends another Host than it received', async () => {
    const problem = await found('127.0.0.1', () => '203.0.113.9', 'stores');
    expect(problem).toMatch(/^the proxy sends stores as the Host/);
  });

  it('finds a proxy that does not name its caller', async () => {
    expect(await found('127.0.0.1', () => null)).toMatch(/^no proxy sends X-Forwarded-For/);
  });
});
