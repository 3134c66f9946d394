import type { AddressInfo } from 'node:net';
import { dataSourceOptions } from '../ormconfig.js';
import { UsersService } from './identity/users/users.service.js';
import { createApp } from './app.setup.js';
import { baseUrlAt, environmentSettings, openFoundation, setupWait } from './start/foundation.js';
import { withSetupLock } from './platform/database/setup-lock.js';
import type { DatabaseEvents } from './platform/database/database.js';
import { provideDemo } from './start/demo/demo.js';
import { keepDemo } from './start/demo/demo-file.js';
import { usePicturesAt } from './start/demo/demo-pictures.js';
import { OperationsPort } from './platform/http/operations-port.js';
import { PublicUrl } from './platform/http/public-url.js';
import { runAs, SERVICE_ACTOR } from './platform/http/request-context.js';
import { watchForStandstill } from './platform/http/connections/standstill.js';
import { LiveCache } from './platform/live-cache/live-cache.js';
import { openLog } from './platform/observability/logger.js';
import { openTracing } from './platform/observability/tracing/tracing.js';
import { shutDownOnSignal } from './start/shutdown.js';
import { assertFitForProduction, checkDatabase, checkSettings } from './start/production/checks.js';
import { reportStart, startFailure } from './start/start-report.js';

try {
  await start();
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const read = environmentSettings((line) => process.stderr.write(`Warning: ${line}\n`));
  const logger = openLog(read.logLevel);
  await openTracing(read.tracing, logger);
  const events: DatabaseEvents = {
    notice: (line) => process.stdout.write(`${line}\n`),
    waiting: (line) => logger.warn(line),
    onRestart: (line) => logger.error(line),
    onUnexpectedExit: (line) => {
      logger.fatal(line);
      process.exit(1);
    },
  };
  const warnings = assertFitForProduction(read, checkSettings(read));
  const { settings, database, dataSource } = await openFoundation(read, events);
  if (settings.isProduction) {
    const checks = await checkDatabase(settings, dataSource);
    warnings.push(...assertFitForProduction(settings, checks));
  }
  for (const sentence of warnings) logger.warn(sentence);
  watchForStandstill();
  const app = await createApp({ settings, dataSource, logger });
  shutDownOnSignal(app, database, logger, settings);
  const access = { base_url: baseUrlAt(settings.port), admin_token: settings.adminApiToken };
  const demo = settings.demoData
    ? await withSetupLock(
        dataSourceOptions(database.connection),
        () => runAs(SERVICE_ACTOR, () => provideDemo(app, settings.dataDir, access)),
        setupWait(settings, events),
      )
    : null;
  // Not before: a load balancer gives requests to any instance that takes connections.
  await app.get(LiveCache).loadPatiently(events.notice);
  await app.get(OperationsPort).listen(app.getHttpServer());
  const { port: wanted, listenAddress } = settings;
  await (listenAddress === null ? app.listen(wanted) : app.listen(wanted, listenAddress));
  const { port } = app.getHttpServer().address() as AddressInfo;
  const baseUrl = baseUrlAt(port);
  if (demo !== null) {
    await usePicturesAt(dataSource.manager, app.get(PublicUrl).origin);
    await keepDemo(settings.dataDir, { ...demo, base_url: baseUrl });
  }
  reportStart(settings, {
    baseUrl,
    publicUrl: app.get(PublicUrl).origin,
    operationsUrl: settings.operationsPort === null ? null : app.get(PublicUrl).operationsOrigin,
    isEmbedded: settings.databaseUrl === null,
    isAdminTokenMade: read.adminApiToken === null,
    hasOperators: await app.get(UsersService).hasOperators(dataSource.manager),
    demo: demo && { ...demo, base_url: baseUrl },
  });
}
