import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { DatabaseConnection } from '../../../../ormconfig.js';
import { createApp } from '../../../../src/app.setup.js';
import { readSettings } from '../../../../src/settings.js';
import { LiveCache } from '../../../../src/platform/live-cache/live-cache.js';
import { openFoundation } from '../../../../src/start/foundation.js';
import { startFailure } from '../../../../src/start/start-report.js';
import { connectionUrl } from '../../../support/database/database.js';
import { IS_SHORT } from '../run.js';
import { afterwards, Instance, SERVICE_ENV, stagedFolder } from '../stage.js';

type Environment = Record<string, string>;

interface StagedService {
  readonly baseUrl: string;
  /** The lines of its log. */
  readonly log: readonly string[];
  /** Stops it before the test ends. */
  stop(): Promise<void>;
}

const ignore = () => undefined;
const EVENTS = { notice: ignore, waiting: ignore, onRestart: ignore, onUnexpectedExit: ignore };

/** Other stories may keep this process busy for longer than a connection may take: then it is tried again. */
async function patiently<T>(start: () => Promise<T>): Promise<T> {
  return start().catch((error: Error) => {
    if (error.message !== 'timeout expired') throw error;
    return start();
  });
}

async function foundationOn(connection: DatabaseConnection, env: Environment) {
  const DATABASE_URL = connectionUrl(connection);
  const DATA_DIR = await stagedFolder();
  const settings = readSettings({ ...SERVICE_ENV, DATABASE_URL, DATA_DIR, ...env });
  return openFoundation(settings, EVENTS);
}

/**
 * Starts the service in the process of the tests, as `main.ts` does, for one test. Its code is already loaded, so the test must
 * not be about processes.
 */
export async function stagedService(
  connection: DatabaseConnection,
  env: Environment = {},
): Promise<StagedService> {
  const { settings, dataSource } = await patiently(() => foundationOn(connection, env));
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line) };
  const logger = pino({ level: settings.logLevel }, output);
  const app = await createApp({ settings, dataSource, logger });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.close());
  afterwards(stop);
  await app.get(LiveCache).loadPatiently(ignore);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, log: lines, stop };
}

/** Starts the service for a story that only calls it. In a long run, where times are measured, it gets its own process. */
export async function calledService(connection: DatabaseConnection): Promise<{ baseUrl: string }> {
  return IS_SHORT ? stagedService(connection) : Instance.start(connection);
}

/** Starts the service on a database that it must refuse. Returns the line that it would print. */
export async function refusedStart(
  connection: DatabaseConnection,
  env: Environment = {},
): Promise<string> {
  return foundationOn(connection, env).then(async ({ dataSource }) => {
    await dataSource.destroy();
    throw new Error('the service accepts this database');
  }, startFailure);
}
