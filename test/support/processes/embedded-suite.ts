import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../src/platform/database/embedded/embedded-postgres.js';
import {
  kill,
  makeProgram,
  MODULES,
  PACKAGE,
  query,
  runProgram,
  type ProgramOptions,
  type RunningProgram,
  type SpawnedAs,
} from './embedded-program.js';

/** Prepares a suite of the embedded PostgreSQL: a folder with data, and servers and services that end after each test. */
export function embeddedSuite() {
  const scratch = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  chmodSync(scratch, 0o755); // the database's user has to get in
  const dataDir = join(scratch, 'data');
  const servers: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];
  let app: string;

  const start = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ settings: { fsync: 'off' }, ...options });
    servers.push(server);
    return server;
  };

  const expectRefusal = async (options: EmbeddedPostgresOptions, message: RegExp) => {
    const error: unknown = await start(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
  };

  const postmasterPid = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  const makeApp = (name: string, postgresPackage?: string): Promise<string> =>
    makeProgram(join(scratch, name), postgresPackage);

  const run = (
    options: ProgramOptions,
    { home = app, ...spawnOptions }: Partial<SpawnedAs> & { home?: string } = {},
  ): RunningProgram => {
    const running = runProgram(home, options, spawnOptions);
    children.push(running.child);
    return running;
  };

  beforeAll(async () => {
    app = await makeApp('app', join(MODULES, PACKAGE));
    const server = await start({ dataDir });
    await query(server.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.stop();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await Promise.all(children.splice(0).map(kill));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return { scratch, dataDir, servers, children, start, expectRefusal, postmasterPid, makeApp, run };
}
