import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { DayChecksService } from '../../src/money/gateway/day-checks/day-checks.service.js';
import { GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../../src/money/gateway/payment-gateway.js';
import { TestApp } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { freePort, run } from '../support/processes/run.js';
import { blackHole, clear } from './support/servers/database-proxy.js';
import { stagedProxy, stagedServer, started } from './support/servers/staged-servers.js';
import { stagedService } from './support/servers/staged-service.js';
import { operate, Shop } from './support/shop.js';
import { afterwards, stagedDatabase, stagedFolder } from './support/stage.js';

const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;
const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

const RULES = resolve('deploy/prometheus/alerts.yml');
const MINUTE = '1m';

/** Value of each series that an instance answers a scrape with. */
type Scrape = ReadonlyMap<string, number>;

async function scrape({ baseUrl }: { baseUrl: string }): Promise<Scrape> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const samples = text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm);
  return new Map([...samples].map(([, series = '', value]) => [series, Number(value)]));
}

/** Scrapes until a series has a value that fits. */
async function scrapeWhere(
  service: { baseUrl: string },
  series: string,
  fits: (value: number) => boolean,
): Promise<Scrape> {
  let latest: Scrape = new Map();
  await eventually(async () => {
    latest = await scrape(service);
    return fits(latest.get(series) ?? NaN);
  });
  return latest;
}

/** Fails unless Prometheus fires an alert some minutes after an instance broke, and not before. */
async function expectAlert(
  alert: string,
  minutes: number,
  { healthy, broken }: { healthy: Scrape; broken: Scrape },
): Promise<void> {
  const { groups } = parse(await readFile(RULES, 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const { expr } = groups.flatMap(({ rules }) => rules).find((rule) => rule.alert === alert)!;
  const concerned = [...broken.keys()].filter((series) =>
    new RegExp(`\\b${/^\w+/.exec(series)![0]}\\b`).test(expr),
  );
  const testOf = (later: Scrape, fires: number): object => ({
    interval: MINUTE,
    input_series: concerned.map((series) => {
      // An age goes on growing.
      const growth = later === broken && /^\w+_age_seconds\b/.test(series) ? 60 : 0;
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!;
      return {
        series: `${name}{instance="a"${labels && `,${labels}`}}`,
        values: `${healthy.get(series) ?? 0} ${later.get(series) ?? 0}+${growth}x${minutes}`,
      };
    }),
    promql_expr_test: [
      {
        expr: `(count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0) or vector(0)`,
        eval_time: `${minutes}m`,
        exp_samples: [{ labels: '{}', value: fires }],
      },
    ],
  });
  const file = join(await stagedFolder(), `${alert}.test.yml`);
  const tests = [testOf(healthy, 0), testOf(broken, 1)];
  await writeFile(file, stringify({ rule_files: [RULES], evaluation_interval: MINUTE, tests }));
  expect((await run('promtool', ['test', 'rules', file])).stdout).toContain('SUCCESS');
}

// At once, for they wait for the time limits of the service. It reads figures of the database some seconds after a start, then once a minute.
(HAS_PROMTOOL ? describe : describe.skip)('operators are alerted', () => {
  it.concurrent('when the database is silent', async () => {
    const proxy = await stagedProxy(await stagedDatabase());
    const service = await stagedService(proxy.connection);
    const check = 'health_check_failed{check="placing"}';
    const healthy = await scrapeWhere(service, check, (value) => value === 0);
    const { weather, lift } = blackHole();
    proxy.turn(weather);
    const broken = await scrapeWhere(service, check, (value) => value === 1);
    proxy.turn(clear);
    lift();
    await expectAlert('OperationsFail', 7, { healthy, broken });
  });

  it.concurrent('when the disk of the database is full', async () => {
    const connection = await stagedDatabase();
    const service = await stagedService(connection);
    const shop = await Shop.open(service.baseUrl);
    const check = 'health_check_failed{check="resources"}';
    const healthy = await scrapeWhere(service, check, (value) => value === 0);
    await execute(
      connection,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
      'CREATE TRIGGER full_disk BEFORE INSERT ON orders EXECUTE FUNCTION full_disk()',
    );
    expect((await shop.order(service.baseUrl, shop.items(1))).status).toBe(503);
    const broken = await scrapeWhere(service, check, (value) => value === 1);
    await expectAlert('OperationsFail', 7, { healthy, broken });
  });

  it.concurrent('when a replica is gone', async () => {
    const primary = await stagedServer();
    await execute(primary.connection, `SELECT pg_create_physical_replication_slot('replica')`);
    await primary.end();
    const replica = await primary.copy(await stagedFolder());
    await replica.follow(primary);
    await primary.start();
    await started(replica, { primary_slot_name: 'replica' });
    const service = await stagedService(primary.connection);
    const healthy = await scrapeWhere(service, 'database_replicas_missing', (count) => count === 0);
    await replica.end();
    const later = await stagedService(primary.connection);
    const broken = await scrapeWhere(later, 'database_replicas_missing', (count) => count === 1);
    await expectAlert('ReplicaIsGone', 3, { healthy, broken });
  });

  it.concurrent('when WAL is not archived', async () => {
    const server = await stagedServer({ archive_mode: 'on', archive_command: '/bin/false' });
    const service = await stagedService(server.connection);
    const broken = await scrapeWhere(service, 'database_archive_age_seconds', (age) => age > 0);
    await expectAlert('WalIsNotArchived', 70, { healthy: new Map(), broken });
  });

  it.concurrent('when the mail server is away', async () => {
    const connection = await stagedDatabase();
    const smtp = `smtp://127.0.0.1:${await freePort()}`;
    const env = { SMTP_URL: smtp, MAIL_FROM: 'orders@wholesale.example' };
    const service = await stagedService(connection, env);
    const { buyer } = await Shop.open(service.baseUrl);
    const healthy = await scrapeWhere(service, 'mail_age_seconds', (age) => age === 0);
    const invitation = { email: 'karan@asha.example', role: 'owner' };
    await operate(service.baseUrl, 'POST', `clients/${buyer.id}/members`, invitation);
    const later = await stagedService(connection, env);
    const broken = await scrapeWhere(later, 'mail_age_seconds', (age) => age > 0);
    await expectAlert('MailsWait', 65, { healthy, broken });
  });

  it.concurrent('when the payment gateway is away', async () => {
    const app = await TestApp.start();
    afterwards(() => app.stop());
    const gateway = app.nest.get<PaymentGateway>(PAYMENT_GATEWAY);
    const silent = () => Promise.reject(new GatewayUnknown('no answer'));
    Object.assign(gateway, { listSettlements: silent, listDisputes: silent, listRefunds: silent });
    const healthy = await scrape(app);
    const calls = 'gateway_calls_total{outcome="unanswered"}';
    for (let check = 0; check < 5; check += 1) {
      await app.dataSource.query('DELETE FROM gateway_day_checks');
      await app.service(DayChecksService).checkYesterday();
    }
    const broken = await scrapeWhere(app, calls, (count) => count > 3);
    await expectAlert('GatewayIsAway', 20, { healthy, broken });
  });

  (HAS_REDIS ? it.concurrent : it.skip)('when Redis is away', async () => {
    const port = await freePort();
    const args = ['--port', String(port), '--save', '', '--dir', await stagedFolder()];
    const redis = spawn('redis-server', args, { stdio: 'ignore' });
    afterwards(() => Promise.resolve(redis.kill()));
    const service = await stagedService(await stagedDatabase(), {
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
    const healthy = await scrapeWhere(service, 'rate_limits_shared', (value) => value === 1);
    redis.kill();
    await once(redis, 'exit');
    const broken = await scrapeWhere(service, 'rate_limits_shared', (value) => value === 0);
    await expectAlert('RedisIsAway', 7, { healthy, broken });
  });
});
