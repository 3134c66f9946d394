import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../ormconfig.js';
import { createApp } from './app.setup.js';
import { keptOperatorToken } from './auth/operator-token.js';
import { readSettings } from './config/settings.js';
import { migrate, openDatabase, withSetupLock } from './database/database.js';
import { keepDemo, provideDemo } from './demo/demo.js';
import { createLogger } from './http/logger.js';
import { shutDownOnSignal } from './shutdown.js';
import { reportStart, startFailure } from './start-report.js';

try {
  await start();
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const read = readSettings(process.env);
  const isEmbedded = read.databaseUrl === null;
  const logger = createLogger(read.logLevel);
  const database = await openDatabase(read, {
    notice: (line) => process.stdout.write(`${line}\n`),
    onUnexpectedExit: (line) => {
      logger.fatal(line);
      process.exit(1);
    },
  });
  const adminApiToken =
    read.adminApiToken ?? (isEmbedded ? await keptOperatorToken(read.dataDir) : null);
  const settings = { ...read, adminApiToken };
  await withSetupLock(database.connection, migrate);
  const dataSource = await new DataSource(
    dataSourceOptions(database.connection, settings.databasePoolSize),
  ).initialize();
  const app = await createApp({ settings, dataSource, logger });
  shutDownOnSignal(app, database, logger);
  const access = { base_url: baseUrlAt(settings.port), admin_token: adminApiToken };
  const demo = settings.demoData
    ? await withSetupLock(database.connection, () => provideDemo(app, settings.dataDir, access))
    : null;
  await app.listen(settings.port);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const baseUrl = baseUrlAt(port);
  if (demo !== null) await keepDemo(settings.dataDir, { ...demo, base_url: baseUrl });
  reportStart(settings, { baseUrl, isEmbedded, demo: demo && { ...demo, base_url: baseUrl } });
}

function baseUrlAt(port: number): string {
  return `http://localhost:${port}`;
}
