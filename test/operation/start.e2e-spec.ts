import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { stagedDatabase, stagedFolder } from '../faults/support/stage.js';
import { connectionUrl } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { itBeforeRelease } from '../support/native/gate.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { run, scratchFolder } from '../support/processes/run.js';
import { KEEPS_CODE, ON_TERMINAL, ServiceProcess } from '../support/processes/service-process.js';

/** Data folder after a first start, which was killed, and a second one. Copying it takes a fraction of a start's time. */
const filled = await scratchFolder();
const killed = ServiceProcess.spawn(filled);
await eventually(() => existsSync(join(filled, 'data/postgres/global/pg_control')));
await killed.end('SIGKILL');
const service = await ServiceProcess.start(filled, { NOTICE_SECONDS: '0', ...ON_TERMINAL });
const { baseUrl, output } = service;
const answers: Record<string, unknown>[] = [];
for (const command of output.match(/^curl .*$/gm) ?? []) {
  const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`]);
  answers.push(JSON.parse(stdout) as Record<string, unknown>);
}
/** Output of the second start, answers to the printed calls, and its exit. */
const firstStart = { baseUrl, output, answers, status: await service.end('SIGTERM') };

/** Makes a copy of the data folder with the owners of its files, because the database runs as another user. */
async function copyOfFilled(): Promise<string> {
  const folder = await stagedFolder();
  await run('cp', ['-a', `${filled}/.`, folder]);
  return folder;
}
const readDemo = async (folder: string): Promise<DemoAccess> =>
  JSON.parse(await readFile(join(folder, 'data/demo.json'), 'utf8')) as DemoAccess;
/** Makes the headers of the first client's store. */
const headersIn = ({ clients: [client] }: DemoAccess): Record<string, string> =>
  headersOf(client?.token ?? '', client?.domain ?? '');
/** Starts the service on such a copy. */
async function startFilled(env?: Record<string, string>) {
  const folder = await copyOfFilled();
  const service = await ServiceProcess.start(folder, env);
  return { service, folder, headers: headersIn(await readDemo(folder)) };
}

// The tests run at once, each in a folder of its own.
describe('npm start', () => {
  // Which step of the demo it is killed in is chosen in demo-interrupted.e2e-spec.ts.
  it.concurrent('serves the demo although its first start was killed, protects its secrets, prints working calls, and keeps all data', async () => {
    const folder = await copyOfFilled();
    for (const file of ['demo.json', 'admin-token']) {
      expect((await stat(join(folder, 'data', file))).mode & 0o077).toBe(0);
    }
    const demo = await readDemo(folder);
    expect(demo.clients).toHaveLength(10);
    expect(demo.base_url).toBe(firstStart.baseUrl);
    expect(firstStart.output).toContain(`${firstStart.baseUrl}/docs/start\n`);
    expect(firstStart.output).toContain(demo.admin_token);
    expect(firstStart.output).not.toContain('user:create');

    const { answers } = firstStart;
    expect(answers).toHaveLength(3);
    expect(answers[0]).toMatchObject({ status: true });
    expect(answers[1]).toMatchObject({ success: true, sku: 'TW-GLS-06', stock_qty: 1200 });
    expect(answers[2]).toMatchObject({ success: true, status: 'awaiting_payment', total: 486 });
    expect(firstStart.status).toBe(0);

    const second = await ServiceProcess.start(folder);
    const list = await fetch(`${second.baseUrl}/api/products`, { headers: headersIn(demo) });
    const { data } = (await list.json()) as { data: { images: string[] }[] };
    expect(data).toHaveLength(47);
    const [picture = ''] = data[0]!.images;
    expect(picture).toBe(`${second.baseUrl}/demo/pictures/tw-gls-06.svg`);
    expect((await fetch(picture)).headers.get('content-type')).toMatch(/^image\/svg/);
    const again = await readDemo(folder);
    expect(again).toEqual({ ...demo, base_url: second.baseUrl });
    expect(second.output).toContain('Their tokens, passwords   in data/demo.json\n');
    expect(second.output).toContain('Admin API token           in data/admin-token\n');
    for (const { test_token } of demo.clients) expect(test_token).toMatch(/^wso_test_/);
    const ofClients = demo.clients.flatMap(({ token, test_token }) => [token, test_token]);
    const tokens = [demo.admin_token, ...ofClients];
    const secrets = [...tokens, ...demo.users.map(({ password }) => password)];
    expect(secrets.filter((secret) => second.output.includes(String(secret)))).toEqual([]);
    const path = `${second.baseUrl}/api/orders/${String(answers[2]?.order_number)}/status`;
    const status = await fetch(path, { headers: headersIn(again) });
    expect(await status.json()).toMatchObject({ total_amount: 486 });
    expect(await second.end('SIGINT')).toBe(0);
  });
});

describe('the end of a service that npm started', () => {
  itBeforeRelease.concurrent(
    'responds to every request that was accepted before SIGTERM',
    async () => {
      const { service, headers } = await startFilled({ NOTICE_SECONDS: '8' });
      const statuses: number[] = [];
      /** Polls until a connection fails. @returns the reason */
      const poll = async (): Promise<unknown> => {
        for (; ; await sleep(20)) {
          const sent = fetch(`${service.baseUrl}/api/products`, { headers });
          const answer = await sent.catch(({ cause }: Error) => cause as { code: string });
          if ('code' in answer) return answer.code;
          statuses.push(answer.status);
          await answer.text();
        }
      };
      const polling = Promise.all([poll(), poll(), poll(), poll()]);
      await eventually(() => statuses.length >= 20);
      const ended = service.end('SIGTERM');
      const connections: (string | null)[] = [];
      await eventually(async () => {
        const { status, headers: told } = await fetch(`${service.baseUrl}/health/ready`);
        connections.push(told.get('connection'));
        return status === 503;
      });
      expect(new Set(connections)).toEqual(new Set(['keep-alive']));
      const answeredBefore = statuses.length;
      expect(new Set(await polling)).toEqual(new Set(['ECONNREFUSED']));
      expect(statuses.length).toBeGreaterThan(answeredBefore);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await ended).toBe(0);
    },
  );

  itBeforeRelease.concurrent(
    'answers calls that wait for changes as soon as it receives SIGTERM',
    async () => {
      const { service, headers } = await startFilled({ NOTICE_SECONDS: '8' });
      const read = async (query: string) => {
        const answer = await fetch(`${service.baseUrl}/api/orders?${query}`, { headers });
        const { next_cursor: cursor } = (await answer.json()) as { next_cursor: string };
        return { status: answer.status, interval: answer.headers.get('x-poll-interval'), cursor };
      };
      const { cursor } = await read('');
      const waiting = read(`cursor=${cursor}&wait=30`);
      await eventually(async () => {
        const metrics = await fetch(`${service.baseUrl}/metrics`);
        return (await metrics.text()).includes('\nwaiting_calls 1\n');
      });
      const ended = service.end('SIGTERM');
      expect(await waiting).toEqual({ status: 200, interval: '0', cursor });
      // Until load balancers have noticed, it answers, but lets no call wait.
      expect(await read(`cursor=${cursor}&wait=30`)).toEqual({
        status: 200,
        interval: '5',
        cursor,
      });
      expect(await ended).toBe(0);
    },
  );

  it.concurrent('finishes requests in flight after it stops listening, then ends', async () => {
    const { service, headers } = await startFilled();
    const agent = new Agent({ keepAlive: true });
    const order = request(`${service.baseUrl}/api/orders`, {
      agent,
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    const body = JSON.stringify(orderBody({ sku: 'TW-GLS-06', quantity: 1 }));
    await new Promise((written) => order.write(body.slice(0, 20), written));
    const poller = new Agent({ keepAlive: true, maxSockets: 1 });
    const poll = async (): Promise<IncomingMessage> => {
      const path = `${service.baseUrl}/api/products/NONE/stock`;
      const asked = request(path, { agent: poller, headers }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer;
    };
    // It comes after the connection of the order.
    expect((await poll()).headers.connection).not.toBe('close');
    const ended = service.end('SIGTERM');
    // From when the listening socket is closed.
    await eventually(async () => {
      const { statusCode, headers: told } = await poll();
      expect(statusCode).toBe(404);
      return told.connection === 'close';
    });
    order.end(body.slice(20));
    const [response] = (await once(order, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(201);
    expect(response.headers.connection).toBe('close');
    response.resume();
    expect(await ended).toBe(0);
    agent.destroy();
    poller.destroy();
  });

  itBeforeRelease.concurrent('ends with npm when npm receives the signal', async () => {
    const folder = await copyOfFilled();
    const own = { PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', DATABASE_URL: '' };
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, ...KEEPS_CODE, ...own },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    npm.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await eventually(() => output.includes('Demo clients'));
    const [, baseUrl = ''] = /Wholesale order service +(\S+)/.exec(output) ?? [];
    npm.kill('SIGTERM');
    expect((await once(npm, 'exit'))[0]).toBe(0);
    await expect(fetch(`${baseUrl}/health/live`)).rejects.toThrow();
  });
});

describe('npm start with DATABASE_URL', () => {
  itBeforeRelease.concurrent(
    'creates the demo once although two instances start together',
    async () => {
      const folder = await stagedFolder();
      const env = { DATABASE_URL: connectionUrl(await stagedDatabase()), DEMO_DATA: 'true' };
      const services = await Promise.all([
        ServiceProcess.start(folder, env),
        ServiceProcess.start(folder, env),
      ]);
      const headers = headersIn(await readDemo(folder));
      for (const { baseUrl } of services) {
        const list = await fetch(`${baseUrl}/api/products`, { headers });
        expect(await list.json()).toMatchObject({ total: 47 });
      }
      await Promise.all(services.map((service) => service.end('SIGINT')));
    },
  );

  itBeforeRelease.concurrent('has no demo and no operators by default', async () => {
    const service = await ServiceProcess.start(await stagedFolder(), {
      DATABASE_URL: connectionUrl(await stagedDatabase()),
    });
    expect(service.output).toContain('Invite the first owner');
    expect(service.output).not.toContain('Admin API token');
    await service.end('SIGINT');
  });
});

describe('npm start refuses to start, with a line that names each cause', () => {
  // All that settings refuse is in src/platform/config/settings.spec.ts.
  it.concurrent.each([
    [
      { PORT: 'x', MIGRATE: 'no' },
      /^Not started: .* PORT "x".+\nNot started: .* MIGRATE "no".+\n$/,
    ],
    [{ DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/db' }, /^.*ECONNREFUSED.*\n$/],
    [{ DATA_DIR: '/dev/null/data' }, /^.*DATA_DIR \/dev\/null\/data.*\n$/],
  ])('%j', async (env: Record<string, string>, lines) => {
    const printed = await ServiceProcess.refusal(await stagedFolder(), env);
    expect(printed).toMatch(lines);
    expect(printed).not.toContain('geheim');
  });

  itBeforeRelease.concurrent('when the port is taken', async () => {
    const folder = await copyOfFilled();
    const taken = createServer().listen(0);
    const { port } = taken.address() as AddressInfo;
    const printed = await ServiceProcess.refusal(folder, { PORT: String(port) });
    expect(printed).toContain(`the port in PORT (${port}) is in use`);
    taken.close();
  });

  itBeforeRelease.concurrent(
    'when another service runs on the same DATA_DIR, whose end a caller that sends CONNECT does not delay',
    async () => {
      const { service: first, folder } = await startFilled();
      const second = await ServiceProcess.refusal(folder);
      expect(second.trim().split('\n')).toEqual([expect.stringContaining('in use')]);
      expect((await fetch(`${first.baseUrl}/health/ready`)).status).toBe(200);
      const socket = connect(Number(new URL(first.baseUrl).port), '127.0.0.1');
      socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      socket.on('error', () => undefined);
      socket.write('more');
      expect(await first.end('SIGINT')).toBe(0);
      socket.destroy();
    },
  );
});
