import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import pg from 'pg';
import request from 'supertest';
import { parse, stringify } from 'yaml';
import { AppModule } from '../../src/app.module.js';
import { assembleApp, initApp } from '../../src/app.setup.js';
import { PeriodicJob } from '../../src/platform/jobs/periodic-job.js';
import { WorkLook } from '../../src/platform/jobs/work-look.js';
import { MailJob } from '../../src/platform/mail/mail.job.js';
import { findJobs } from '../../src/platform/jobs/start-jobs.js';
import { SILENT_LOG } from '../../src/platform/observability/logger.js';
import { givenParts, TestApp } from '../support/app.js';
import { JobsService } from '../../src/platform/jobs/jobs.service.js';
import { stagedFolder } from '../faults/support/stage.js';
import {
  connectionUrl,
  execute,
  givenDatabase,
  openTransaction,
} from '../support/database/database.js';
import { runCommand } from '../support/processes/command-line.js';
import { eventually } from '../support/eventually.js';
import { run } from '../support/processes/run.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, givenTestShop } from '../support/shop/shop.js';
import { TestOrders } from '../support/shop/test-orders.js';

/** A job whose runs end when a test decides. */
@Injectable()
class NewJob extends PeriodicJob {
  begun = 0;
  ended = 0;
  endRun: () => void = () => undefined;

  constructor() {
    super(SILENT_LOG, 1, 'the new job failed');
  }

  protected async run(): Promise<void> {
    this.begun += 1;
    await new Promise<void>((resolve) => (this.endRun = resolve));
    this.ended += 1;
  }
}

@Module({ providers: [NewJob, { provide: 'the same job', useExisting: NewJob }] })
class NewModule {}

const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

/** Reads the alerts of late jobs alone, because Prometheus computes every alert of a file for each minute. */
async function lateAlerts(): Promise<object> {
  const { groups } = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8')) as {
    groups: { name: string; rules: { alert: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  return { groups: [{ name: 'jobs', rules: rules.filter(({ alert }) => alert === 'JobIsLate') }] };
}

/** Writes a test of the alerts: each job alerts once it is late, and not before. Prometheus keeps the label `job` for its own jobs. */
function alertsOf(rules: string, late: readonly [job: string, afterSeconds: number][]): object {
  const last = Math.max(...late.map(([, afterSeconds]) => afterSeconds));
  const series = (name: string, job: string, values: string, seconds: number): object => ({
    series: `${name}{instance="a",job="wholesale-store-orders",exported_job="${job}"}`,
    values: `${values}x${seconds / 60 + 1}`,
  });
  const firing = (job: string, minute: number, value: number): object => ({
    expr: `count(ALERTS{alertname="JobIsLate",alertstate="firing",exported_job="${job}"}) or vector(0)`,
    eval_time: `${minute}m`,
    exp_samples: [{ labels: '{}', value }],
  });
  const tests = {
    interval: '1m',
    input_series: [
      ...late.flatMap(([job, afterSeconds]) => [
        series('job_age_seconds', job, '0+60', afterSeconds),
        series('job_late_after_seconds', job, String(afterSeconds), afterSeconds),
      ]),
      series('job_age_seconds', 'OtherJob', '1', last),
      series('job_late_after_seconds', 'OtherJob', '600', last),
    ],
    promql_expr_test: [
      ...late.flatMap(([job, afterSeconds]) => [
        firing(job, afterSeconds / 60, 0),
        firing(job, afterSeconds / 60 + 1, 1),
      ]),
      firing('OtherJob', last / 60 + 1, 0),
    ],
  };
  return { rule_files: [rules], evaluation_interval: '1m', tests: [tests] };
}

const { connection } = await givenDatabase();

/** Jobs that need accounts and shipments: the stories of test/browser about couriers run them as the service does. */
const OF_COURIERS = [
  'AskingJob',
  'BookingJob',
  'FailureJob',
  'PickupJob',
  'PushJob',
  'SandboxCourierJob',
];

describe('a job that a module provides', () => {
  it('is started by the service, never overlaps, and is waited for at the end', async () => {
    const parts = await givenParts(connection);
    const root = { module: NewModule, imports: [AppModule.of(parts)] };
    const app = await assembleApp(root, parts.logger);
    await initApp(app);
    const job = app.get(NewJob);
    await eventually(() => job.begun === 1);
    job.endRun();
    await eventually(() => job.begun === 2);
    expect(job.ended).toBe(1);

    let isClosed = false;
    const closing = app.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([isClosed, job.begun]).toEqual([false, 2]);
    job.endRun();
    await closing;
    expect([job.begun, job.ended]).toEqual([2, 2]);
  });

  it('shows operators when it last succeeded and failed, and that it is late', async () => {
    const app = await TestApp.startOn(connection);
    const shown = async (job: string) =>
      (await new Admin(app).call('listJobs')).find((known) => known.job === job);
    const jobs = app.nest.get(JobsService);
    await eventually(async () => {
      await jobs.write();
      return ((await shown('MailJob'))?.succeeded_at ?? null) !== null;
    });
    expect(await shown('MailJob')).toMatchObject({
      interval_seconds: 1,
      failed_at: null,
      late: false,
    });
    const { text } = await request(app.server).get('/metrics').expect(200);
    expect(text).toMatch(/^job_age_seconds\{job="MailJob"\} [\d.]+$/m);
    expect(text).toContain('job_late_after_seconds{job="CreditRemindersJob"} 3000');
    await app.stopJobs();

    await execute(connection, "UPDATE job_runs SET succeeded_at = succeeded_at - interval '9 min'");
    expect((await shown('MailJob'))?.late).toBe(false);
    await execute(connection, "UPDATE job_runs SET succeeded_at = succeeded_at - interval '1 min'");
    expect((await shown('MailJob'))?.late).toBe(true);
    expect((await shown('CreditRemindersJob'))?.late).toBe(false);
    await execute(
      connection,
      "UPDATE job_runs SET failed_at = now() WHERE job = 'CreditRemindersJob'",
    );
    const command = await runCommand(await stagedFolder(), ['status'], {
      DATABASE_URL: connectionUrl(connection),
    });
    expect(command).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^late +MailJob succeeded \S+$/m),
    });
    expect(command.stdout).toMatch(/^failed +CreditRemindersJob has not succeeded, failed \S+$/m);
    expect(command.stderr).toMatch(/^Late: .*\bMailJob\b/);
  });

  (HAS_PROMTOOL ? it : it.skip)('fails where operators are alerted, whichever it is', async () => {
    const app = await TestApp.startOn(connection);
    await app.stopJobs();
    const jobs = findJobs(app.nest);
    for (const job of jobs) {
      Object.assign(job, { isStopping: false, run: () => Promise.reject(new Error('broken')) });
      job.start();
    }
    await eventually(() => jobs.every(({ runs }) => runs.failedAt !== null));
    await app.stopJobs();

    const { text } = await request(app.server).get('/metrics').expect(200);
    const late = [...text.matchAll(/^job_late_after_seconds\{job="(\w+)"\} (\d+)$/gm)];
    expect(late.map(([, job]) => job).sort()).toEqual(jobs.map(({ name }) => name).sort());
    expect(text.match(/^job_last_failure_timestamp_seconds\{/gm)).toHaveLength(jobs.length);
    const cwd = await stagedFolder();
    await writeFile(join(cwd, 'late.yml'), stringify(await lateAlerts()));
    const test = alertsOf(
      'late.yml',
      late.map(([, job = '', after]) => [job, Number(after)]),
    );
    await writeFile(join(cwd, 'late.test.yml'), stringify(test));
    const { stdout } = await run('promtool', ['test', 'rules', 'late.test.yml'], { cwd });
    expect(stdout).toContain('SUCCESS');
  });
});

describe('a job that says when it has work', () => {
  it('is each that runs often, but for those that read memory or have to look at more', async () => {
    const app = await TestApp.startOn(connection);
    const blind = findJobs(app.nest).filter(
      ({ hasWork, intervalMs }) => hasWork === null && intervalMs < 10_000,
    );
    expect(blind.map(({ name }) => name).sort()).toEqual([
      'DurabilityJob',
      'RecentRequestsJob',
      'RequestFailuresJob',
      // No production has a sandbox.
      'SandboxJob',
      'SealsJob',
    ]);
    await app.stop();
  });

  it('does work that arrives in a quiet hour, and did not run before', async () => {
    const app = await TestApp.start();
    const shop = await givenShop(app);
    const { id: productId, sku } = await givenProduct(app);
    const testOrders = await givenTestShop(shop);
    const admin = new Admin(app);
    await admin.receipts.record(shop.client.id, 500);
    await admin.wallets.putAutoPay(shop.client.id, { enabled: true });
    const execute = (sql: string) => app.dataSource.query(sql);
    const work: Record<string, () => Promise<unknown>> = {
      MailJob: () => execute("INSERT INTO queued_mails (template, reference) VALUES ('none', '')"),
      ScheduledPricesJob: () =>
        execute(`INSERT INTO scheduled_prices (product_id, plan_id, effective_from, price_minor)
          VALUES (${productId}, ${shop.client.planId}, now(), 9000)`),
      FileImportsJob: () =>
        execute("INSERT INTO catalog_imports (file_name, uploaded_by) VALUES ('a.csv', 'me')"),
      BackgroundShipmentsJob: () =>
        execute(`INSERT INTO shipment_imports (file, is_dry_run, rows, uploaded_by)
          VALUES ('order_number', true, 1, 'me')`),
      GatewayJob: () =>
        execute(`INSERT INTO gateway_notices (event_id, event, body) VALUES ('1', 'none', '{}')`),
      OrderSearchJob: () => execute("INSERT INTO order_search_queue (ids) VALUES ('{1}')"),
      TestModeJob: async () => {
        const item = { sku: 'WSO-TEST-SHIPPED', quantity: 2, variation: 'M' };
        await new TestOrders(testOrders).pass(3_600, await testOrders.orders.place(item));
      },
      AutoPayJob: async () => shop.orders.place({ sku, quantity: 1 }).expect(201),
    };
    const jobs = findJobs(app.nest).filter(
      ({ hasWork, name }) => hasWork !== null && !OF_COURIERS.includes(name),
    );
    expect(jobs.map(({ name }) => name).sort()).toEqual(Object.keys(work).sort());
    await eventually(() => jobs.every(({ runs }) => runs.succeededAt !== null));
    for (const job of jobs) {
      // Until it has let an interval pass without a run.
      await eventually(async () => {
        const { succeededAt } = Object.assign(job.runs, { tookMs: null });
        await eventually(() => job.runs.succeededAt! > succeededAt!);
        return job.runs.tookMs === null;
      });
      await work[job.name]!();
      await eventually(() => job.runs.tookMs !== null);
    }
    await app.stop();
  });

  it('sends one statement a second together with the others while nothing is to do, and one while it cannot go on', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    // In a database of its own: instances of other tests look for work, too.
    const { connection: own } = await givenDatabase();
    const indexing = await openTransaction(own);
    await indexing.query('SELECT pg_advisory_xact_lock(7361001)');
    await TestApp.startOn(own);
    const count = (part: string): number =>
      sent.mock.calls.filter(
        ([sql], call) =>
          connectionUrl(own).includes((sent.mock.contexts[call] as pg.Client).database!) &&
          JSON.stringify(sql).includes(part),
      ).length;
    const [look, attempt] = ['AS \\"MailJob\\"', 'SELECT pg_try_advisory_xact_lock'];
    await eventually(() => count(look) > 0 && count(attempt) > 0);
    sent.mockClear();
    const beganAt = performance.now();
    const seconds = () => (performance.now() - beganAt) / 1_000;
    await eventually(() => seconds() > 4.5 && count(look) > 1 && count(attempt) > 1);
    // Each job on its own would send one look a second.
    for (const part of [look, attempt]) expect(count(part)).toBeLessThan(2 * seconds());
    sent.mockRestore();
    await indexing.rollback();
  });

  it('runs where its work cannot be looked for, and says itself what is wrong', async () => {
    const app = await TestApp.startOn(connection);
    await app.stopJobs();
    const mail = app.nest.get(MailJob);
    const look = new WorkLook(app.dataSource, [{ ...mail, name: 'MailJob', hasWork: 'no_such()' }]);
    Object.assign(mail, { isStopping: false, run: () => Promise.reject(new Error('broken')) });
    mail.start(0, look);
    await eventually(() => mail.runs.failedAt !== null);
    await app.stopJobs();
  });
});
