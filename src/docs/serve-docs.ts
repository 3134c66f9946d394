import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { adminApiDocument, dashboardApiDocument, storeApiDocument } from './docs.js';
import { frontPage } from './front-page.js';
import type { Html } from './html.js';
import { serveFile } from './served-file.js';
import { SITE_FILES, sitePage, type Page } from './site.js';
import { startPage } from './start/start-page.js';
import { swaggerPage } from './swagger/swagger-page.js';
import { swaggerScript } from './swagger/swagger-script.js';

/** A page that is made at its first request. */
interface DocumentPage extends Pick<Page, 'title' | 'path' | 'api'> {
  make: () => Html;
}

/**
 * Serves Swagger UI for integrators at /docs, for operators at /docs/admin, for the dashboard at /docs/dashboard, and a page to start from at
 * /docs/start; `-json` has the documents. A browser is led there, and to the dashboard, from /.
 */
export function serveDocs(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  for (const [path, { type, content }] of Object.entries(SITE_FILES)) {
    serveFile(express, path, { type, isVersioned: true, make: () => content });
  }
  serveFile(express, '/', {
    type: 'html',
    // Programs get the same refusal as at any other address that is not theirs.
    isFor: ({ headers }) => /\btext\/html\b/.test(headers.accept ?? ''),
    make: frontPage,
  });
  const storeApi = once(() => storeApiDocument(app));
  const pages: DocumentPage[] = [
    {
      title: 'Start here: Wholesale Order API',
      path: '/docs/start',
      api: 'store',
      make: () => startPage(storeApi(), app.get<Settings>(SETTINGS)),
    },
  ];
  for (const { make, ...page } of pages) {
    serveFile(express, page.path, {
      type: 'html',
      make: () => sitePage({ ...page, body: make() }),
    });
  }
  serveSwaggerUi(express, { title: 'Wholesale Order API', path: '/docs', api: 'store' }, storeApi);
  serveSwaggerUi(
    express,
    { title: 'Wholesale Order Admin API', path: '/docs/admin', api: 'admin' },
    once(() => adminApiDocument(app)),
  );
  serveSwaggerUi(
    express,
    { title: 'Wholesale Order Dashboard API', path: '/docs/dashboard', api: 'dashboard' },
    once(() => dashboardApiDocument(app)),
  );
}

function serveSwaggerUi(
  express: Express,
  page: Pick<Page, 'title' | 'path' | 'api'>,
  document: () => OpenAPIObject,
): void {
  serveFile(express, page.path, { type: 'html', make: () => swaggerPage(page) });
  serveFile(express, `${page.path}/swagger-ui-init.js`, {
    type: 'text/javascript',
    make: () => swaggerScript(document(), `credentials-${page.api}`),
  });
  serveFile(express, `${page.path}-json`, {
    type: 'application/json',
    make: () => JSON.stringify(document()),
  });
}

/** The documents are large, and the same for every request. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
