import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module.js';
import { environmentSettings, openFoundation } from '../foundation.js';
import type { Settings } from '../../platform/config/settings.js';
import type { Database, DatabaseEvents } from '../../platform/database/database.js';
import { SILENT_LOG } from '../../platform/observability/logger.js';
import { runAs } from '../../platform/http/request-context.js';

const ACTOR = 'command line';

/** Messages of an embedded database go to standard error, because scripts read standard output. */
export const COMMAND_EVENTS: DatabaseEvents = {
  notice: (line) => process.stderr.write(`${line}\n`),
  waiting: (line) => process.stderr.write(`${line}\n`),
  onRestart: (line) => process.stderr.write(`${line}\n`),
  onUnexpectedExit: (line) => {
    process.stderr.write(`${line}\n`);
    process.exit(1);
  },
};

/** The application and settings of a command. */
interface CommandContext {
  app: INestApplicationContext;
  settings: Settings;
  database: Database;
}

/** Settings of a command that only reads: an outdated schema is reported, not migrated. */
export const READ_ONLY = { migrate: false };

/** Runs a command on the services of the application, regardless of running instances. It opens no port and starts no timer. */
export async function withApp<T>(
  command: (context: CommandContext) => Promise<T>,
  changed: Partial<Pick<Settings, 'migrate' | 'secretsKey'>> = {},
): Promise<T> {
  const { settings, database, dataSource } = await openFoundation(
    { ...environmentSettings(), ...changed },
    COMMAND_EVENTS,
    { joinRunning: true },
  );
  const app = await NestFactory.createApplicationContext(
    AppModule.of({
      // Rate limits, and the bank account that a setting fills in, are the service's.
      settings: { ...settings, redisUrl: null, bankDetails: null },
      dataSource,
      logger: SILENT_LOG,
    }),
    { logger: false, abortOnError: false },
  );
  try {
    return await runAs(ACTOR, () => command({ app, settings, database }));
  } finally {
    await app.close();
    await database.stop();
  }
}
