import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { createCore } from '../../../src/app.setup.js';
import { SILENT_LOG } from '../../../src/platform/observability/logger.js';
import { readSettings } from '../../../src/settings.js';
import { CORE_ENTITIES } from '../../../src/schema/entities.js';
import { givenDatabase } from '../../support/database/database.js';
import { atEndOfSuite } from '../../support/native/end-of-suite.js';

/** The application of the suite that runs. */
let running: NestExpressApplication | null = null;

/** Starts the core of the service alone, on an empty database, until the suite ends. Returns its address. */
export async function startApp(): Promise<string> {
  const settings = readSettings({
    DEMO_DATA: 'false',
    ADMIN_API_TOKEN: 'contract-operator-token-0123456789abcdef',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const { connection } = await givenDatabase();
  const options = { ...dataSourceOptions(connection), entities: CORE_ENTITIES };
  const dataSource = await new DataSource(options).initialize();
  const app = await createCore({ settings, dataSource, logger: SILENT_LOG });
  running = app;
  atEndOfSuite(() => {
    running = null;
    return app.close();
  });
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
}

export function service<T>(type: new (...args: never[]) => T): T {
  return running!.get(type);
}
