import { rm } from 'node:fs/promises';
import type { DatabaseConnection } from '../../../ormconfig.js';
import {
  connectionUrl,
  givenDatabase,
  givenEmptyDatabase,
} from '../../support/database/database.js';
import { freePort, scratchFolder } from '../../support/processes/run.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

/** Environment of a service: no limits, no demo, and only lines about trouble. */
export const SERVICE_ENV = {
  ADMIN_API_TOKEN: 'faults-operator-token-0123456789abcdef',
  DEMO_DATA: 'false',
  RATE_LIMIT_PER_MINUTE: '0',
  ORDER_RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
};

const undoing: (() => Promise<unknown>)[] = [];
/** Number of undo functions from before the first test, which belong to the whole suite. */
let ofSuite = 0;

/**
 * Undoes something after the test, the latest first, however the test ends. If tests run at the same time, it happens after the
 * suite.
 */
export function afterwards(undo: () => Promise<unknown>): void {
  undoing.push(undo);
}

beforeEach(() => {
  ofSuite = undoing.length;
});
afterEach(() => undoTo(ofSuite));
// Jest runs no hooks after tests that run at once.
afterAll(() => undoTo(0));

async function undoTo(count: number): Promise<void> {
  while (undoing.length > count) await undoing.pop()!();
}

/** Makes a database with the current schema, for one test, or for the suite before its tests. */
export async function stagedDatabase(): Promise<DatabaseConnection> {
  const { connection, drop } = await givenDatabase();
  afterwards(drop);
  return connection;
}

/** Makes a database without a schema, for one test. */
export async function stagedEmptyDatabase(): Promise<DatabaseConnection> {
  const { connection, drop } = await givenEmptyDatabase();
  afterwards(drop);
  return connection;
}

/** Makes an empty folder, for one test. */
export async function stagedFolder(): Promise<string> {
  const folder = await scratchFolder();
  afterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

interface Callers {
  first(status: number, since: number): Promise<number>;
}

/** An instance of the built service that keeps its port over restarts. */
export class Instance {
  process: ServiceProcess;

  private constructor(
    private readonly folder: string,
    private readonly env: Record<string, string>,
    readonly port: number,
  ) {}

  /** Starts an instance, of this build unless `main` is another program. It ends at the latest with the rest of the stage. */
  static async start(
    connection: DatabaseConnection,
    env: Record<string, string> = {},
    main?: string,
  ): Promise<Instance> {
    const port = await freePort();
    const all = {
      ...SERVICE_ENV,
      DATABASE_URL: connectionUrl(connection),
      PORT: String(port),
      ...env,
    };
    const instance = new Instance(await stagedFolder(), all, port);
    afterwards(() => instance.process.end('SIGKILL'));
    await instance.restart({ main });
    return instance;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The lines that it has written since it listens, of its log or of a crash. */
  get lines(): string[] {
    const [, afterReport = ''] = /\n\n([\s\S]*)$/.exec(this.process.output) ?? [];
    return afterReport.split('\n').filter((line) => line !== '');
  }

  /** Spawns a process again, without waiting for it. */
  respawn(): void {
    this.process = ServiceProcess.spawn(this.folder, this.env);
  }

  /** Kills the process and spawns it again. @returns milliseconds until one of its callers was answered with 201 */
  async killAndRespawn(callers: Callers): Promise<number> {
    await this.process.end('SIGKILL');
    const startedAt = performance.now();
    this.respawn();
    return callers.first(201, startedAt).catch((error: Error) => {
      const state = this.process.isRunning ? 'runs' : 'has ended';
      const printed = this.process.output.slice(-2_000);
      throw new Error(`${error.message}; the service ${state}: ${printed}`);
    });
  }

  /**
   * Spawns a process again, with other settings if given, and waits until it listens. It is of this build unless `main` is
   * another program.
   */
  async restart({
    main,
    env = {},
  }: { main?: string; env?: Record<string, string> } = {}): Promise<void> {
    this.process = await ServiceProcess.start(this.folder, { ...this.env, ...env }, main);
  }
}
