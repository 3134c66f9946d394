import { createHash } from 'node:crypto';
import { Agent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import type { AppParts } from '../../src/app.module.js';
import { createApp } from '../../src/app.setup.js';
import { readSettings } from '../../src/settings.js';
import type { ResilientConfig } from '../../src/platform/database/resilient-client.js';
import { CONNECTING } from '../../src/platform/database/connection/lines.js';
import { allowLongStatements, inSnapshot } from '../../src/platform/database/transaction.js';
import { SealsService } from '../../src/money/ledger/seals/seals.service.js';
import type { PeriodicJob } from '../../src/platform/jobs/periodic-job.js';
import { FILE_WORKERS } from '../../src/platform/file-reading/file-workers.js';
import { findJobs } from '../../src/platform/jobs/start-jobs.js';
import { openLog, SILENT_LOG } from '../../src/platform/observability/logger.js';
import { DATA_PARTS, findDataFaults } from '../../src/schema/data-faults.js';
import { runAs, SERVICE_ACTOR } from '../../src/platform/http/request-context.js';
import { RateLimits } from '../../src/platform/http/limits/rate-limits.js';
import { withCheck } from './call.js';
import { Contract, type AnswerToCheck } from './native/contract.js';
import { execute, givenDatabase, withParameters } from './database/database.js';
import { atEndOfSuite } from './native/end-of-suite.js';

export const ADMIN_TOKEN = 'test-operator-token-0123456789abcdef';

/** The key of secrets at rest of all instances, because those on one database must share it. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** The header by which an operator identifies itself. */
export const OPERATOR = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** The headers by which a store's backend identifies itself. */
export type StoreHeaders = Partial<Record<'Authorization' | 'X-Client-Domain', string>>;

/** No limits of time and use, because they would hit a test at an unpredictable moment. */
export const UNLIMITED = {
  UNPAID_ORDER_TTL_HOURS: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  ORDER_RATE_LIMIT_PER_MINUTE: '0',
};

const CHECK_LIMIT_MS = 5 * 60_000;

// Suites are about what is done, not when: others keep the processors busy.
FILE_WORKERS.limitMs = 60_000;
CONNECTING.limitMs = 10_000;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Makes the parts of an application on this database. */
export async function givenParts(
  connection: DatabaseConnection,
  env: Record<string, string> = {},
): Promise<AppParts> {
  const settings = readSettings({
    DEMO_DATA: 'false',
    ADMIN_API_TOKEN: ADMIN_TOKEN,
    SECRETS_KEY,
    LOG_LEVEL: 'silent',
    ...env,
  });
  const options = dataSourceOptions(connection);
  const extra = options.extra as ResilientConfig;
  // Nearly as long as a statement may take: on a busy machine, a test that holds a lock needs a while to see who waits for it.
  extra.settings = { ...extra.settings, lock_timeout: '4s' };
  const dataSource = await new DataSource(options).initialize();
  const logger = settings.logLevel === 'silent' ? SILENT_LOG : openLog(settings.logLevel);
  return { settings, dataSource, logger };
}

/** The service as it is shipped. It stops when the suite ends. */
export class TestApp {
  #stopped: Promise<void> | undefined;
  /** Keeps connections, because opening one for each request takes as much processor time as the rest of a simple call. */
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(
    readonly nest: NestExpressApplication,
    readonly dataSource: DataSource,
    readonly connection: DatabaseConnection,
    private readonly contract: Contract,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** Starts the service on a database of its own, which is dropped when it stops. */
  static async start(env: Record<string, string> = {}): Promise<TestApp> {
    const { connection, drop } = await givenDatabase();
    return TestApp.startOn(connection, env, drop);
  }

  /** Starts another instance on the database of a test. */
  static async startOn(
    connection: DatabaseConnection,
    env: Record<string, string> = {},
    drop: () => Promise<void> = () => Promise.resolve(),
  ): Promise<TestApp> {
    const parts = await givenParts(connection, env);
    const nest = await createApp(parts);
    await nest.listen(0, '127.0.0.1');
    const app = new TestApp(nest, parts.dataSource, connection, Contract.get(), drop);
    atEndOfSuite(() => app.stop());
    return app;
  }

  get server(): Server {
    return this.nest.getHttpServer();
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Makes a call. Its answer must be described in the OpenAPI document. */
  call(method: Method, path: string, headers: StoreHeaders = {}): request.Test {
    const test = request(this.server)[method](path).agent(this.#agent).set(headers);
    return withCheck(test, (response) => this.checkAnswer(method, path, response));
  }

  /** Throws unless an OpenAPI document describes this answer. */
  checkAnswer(method: string, path: string, answer: AnswerToCheck): void {
    this.contract.check(method, path, answer);
  }

  /** Allows any number of refused credentials from an address, for tests that send thousands. */
  allowRefusals(): void {
    Object.assign(this.service(RateLimits), { takeRefusal: () => Promise.resolve() });
  }

  get(path: string, headers: StoreHeaders): request.Test {
    return this.call('get', path, headers);
  }

  post(path: string, headers: StoreHeaders, body: unknown): request.Test {
    return this.call('post', path, headers).send(body as object);
  }

  /** Sends a call with its body as it is, byte for byte. */
  sendRaw(
    method: Method,
    path: string,
    headers: StoreHeaders,
    body: string | Buffer,
    type = 'application/json',
  ): request.Test {
    return this.call(method, path, headers)
      .type(type)
      .serialize((sent) => sent as string)
      .send(body);
  }

  /** Makes a call of an operator. */
  admin(method: Method, path: string, body?: object): request.Test {
    const test = this.call(method, `/admin/${path}`, OPERATOR);
    return body === undefined ? test : test.send(body);
  }

  /** Sends a file of an operator, byte for byte. */
  adminFile(path: string, file: string | Buffer, type = 'text/csv'): request.Test {
    return this.sendRaw('post', `/admin/${path}`, OPERATOR, file, type);
  }

  /** Returns a service of the application. Its calls are background work, like those of a job. */
  service<T extends object>(type: new (...args: never[]) => T): T {
    return new Proxy(this.nest.get<T>(type), {
      get(target, name): unknown {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown =>
          runAs(SERVICE_ACTOR, () => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  /** Sends a statement to the database, with its values as parameters. Returns the rows. */
  async sql<Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
    return this.dataSource.query<Row[]>(withParameters(texts), values);
  }

  async row<Row>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Row> {
    return (await this.sql<Row>(texts, ...values))[0]!;
  }

  /** Ends all repeated work, or some jobs, for tests that compare whole tables. */
  async stopJobs(...kinds: (abstract new (...args: never[]) => PeriodicJob)[]): Promise<void> {
    const isMeant = (job: PeriodicJob) =>
      kinds.length === 0 || kinds.some((kind) => job instanceof kind);
    const jobs = findJobs(this.nest).filter(isMeant);
    await Promise.all(jobs.map((job) => job.beforeApplicationShutdown()));
  }

  /** Fails with every broken rule of the stored data. @param except of a suite that changes settings in the database */
  async expectInvariants(except?: 'settings'): Promise<void> {
    // What is older than a minute needs a seal, which no job makes then.
    if (findJobs(this.nest).some(({ isStopping }) => isStopping))
      await this.service(SealsService).sealAll();
    const parts = DATA_PARTS.filter((part) => part !== except);
    const broken = await inSnapshot(this.dataSource, async (manager) => {
      // Of ten thousand orders it takes longer than a request may.
      await allowLongStatements(manager, CHECK_LIMIT_MS);
      return findDataFaults(planningOnce(manager), parts);
    });
    expect(broken).toEqual([]);
  }

  /** Reads a figure that Prometheus gets, such as `courier_bookings{state="wanted"}`; NaN if it does not exist. */
  async metric(name: string): Promise<number> {
    const { text } = await request(this.server).get('/metrics').expect(200);
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length) ?? Number.NaN);
  }

  /** Stops the service before the suite ends. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.close());
  }

  private async close(): Promise<void> {
    // Modules of suites stay loaded as long as their worker, and their variables hold this object.
    atEndOfSuite(() => Object.assign(this, { nest: null, dataSource: null }));
    await this.nest.close();
    this.#agent.destroy();
    await this.dropDatabase();
  }
}

/** Makes a manager whose connections plan each statement once. The checks of a suite's few rows take longer to plan than to run. */
function planningOnce({ queryRunner }: EntityManager): EntityManager {
  const query = async (sql: string): Promise<unknown[]> => {
    const client = (await queryRunner!.connect()) as pg.PoolClient;
    // PostgreSQL cuts names off after 63 bytes.
    const name = createHash('sha1').update(sql).digest('hex');
    return (await client.query<object>({ name, text: sql })).rows;
  };
  return { query } as EntityManager;
}

/** Makes two instances of the service as it is shipped, on a new database that was changed by `statements`. */
export async function givenTwoApps(
  env: Record<string, string> = {},
  statements: readonly string[] = [],
) {
  const { connection } = await givenDatabase();
  await execute(connection, ...statements);
  // Instances of one service have one address, which their answers name.
  const settings = { PUBLIC_URL: 'http://orders.example', ...env };
  const one = await TestApp.startOn(connection, settings);
  const two = await TestApp.startOn(connection, settings);
  return { one, two, connection };
}
