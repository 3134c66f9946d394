// Writes the OpenAPI documents of the compiled service to dist/openapi.
import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../dist/ormconfig.js';
import { AppModule } from '../../dist/src/app.module.js';
import {
  adminApiDocument,
  dashboardApiDocument,
  storeApiDocument,
  withDomainParameter,
} from '../../dist/src/start/docs/docs.js';
import { readSettings } from '../../dist/src/settings.js';
import { SILENT_LOG } from '../../dist/src/platform/observability/logger.js';

const FOLDER = 'dist/openapi';

// In preview mode Nest reads the modules without creating services, so nothing connects to a database.
const app = await NestFactory.create(
  AppModule.of({
    settings: readSettings({}),
    dataSource: new DataSource(dataSourceOptions({ url: 'postgres://nowhere' })),
    logger: SILENT_LOG,
  }),
  { preview: true, logger: false, abortOnError: false },
);
mkdirSync(FOLDER, { recursive: true });
write('store-api.json', withDomainParameter(storeApiDocument(app)));
write('admin-api.json', adminApiDocument(app));
write('dashboard-api.json', dashboardApiDocument(app));

/**
 * Writes a document as a whole, and only if it has changed. So unchanged parts are not built again, and a service reads no
 * partial document.
 */
function write(name, document) {
  const path = join(FOLDER, name);
  const text = JSON.stringify(document);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.next`, text);
  renameSync(`${path}.next`, path);
}
