import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type SwaggerCustomOptions } from '@nestjs/swagger';
import type { Express } from 'express';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { adminApiDocument, dashboardApiDocument, storeApiDocument } from './docs.js';
import { frontPage } from './front-page.js';
import { SITE_FILES, sitePage } from './site.js';
import { startPage } from './start/start-page.js';
import { swaggerPage } from './swagger-page.js';

const SWAGGER: SwaggerCustomOptions = {
  // The YAML document would be serialized again for each unauthenticated request.
  raw: ['json'],
  swaggerOptions: {
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // Without Swagger UI's own bar: the header of the documentation is there.
    layout: 'BaseLayout',
  },
};

/**
 * Serves Swagger UI for integrators at /docs, for operators at /docs/admin, for the dashboard at /docs/dashboard, and a page to start from at
 * /docs/start; `-json` has the documents. A browser is led there, and to the dashboard, from /.
 */
export function serveDocs(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  for (const [path, { type, content }] of Object.entries(SITE_FILES)) {
    express.get(path, (_request, response) => {
      response.type(type).setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      response.send(content);
    });
  }
  const front = frontPage();
  express.get('/', (request, response, next) => {
    // Programs get the same refusal as at any other address that is not theirs.
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) next();
    else response.type('html').setHeader('Cache-Control', 'no-cache').send(front);
  });
  servePage(express, '/docs/start', (path) =>
    sitePage({
      title: 'Start here: Wholesale Order API',
      path,
      api: 'store',
      body: startPage(storeApiDocument(app), app.get<Settings>(SETTINGS)),
    }),
  );
  servePage(express, '/docs/admin', (path) =>
    swaggerPage({ title: 'Wholesale Order Admin API', path, api: 'admin' }),
  );
  servePage(express, '/docs/dashboard', (path) =>
    swaggerPage({ title: 'Wholesale Order Dashboard API', path, api: 'dashboard' }),
  );
  servePage(express, '/docs', (path) =>
    swaggerPage({ title: 'Wholesale Order API', path, api: 'store' }),
  );
  SwaggerModule.setup('docs/admin', app, () => adminApiDocument(app), {
    jsonDocumentUrl: 'docs/admin-json',
    ...SWAGGER,
  });
  SwaggerModule.setup('docs/dashboard', app, () => dashboardApiDocument(app), {
    jsonDocumentUrl: 'docs/dashboard-json',
    ...SWAGGER,
  });
  SwaggerModule.setup('docs', app, () => storeApiDocument(app), {
    jsonDocumentUrl: 'docs-json',
    ...SWAGGER,
  });
}

/** Serves a page that is made at its first request; Express asks the first route that fits, this one. */
function servePage(express: Express, path: string, make: (path: string) => string): void {
  let page: string | undefined;
  express.get(path, (request, response) => {
    // The page's links start from its path without a slash at the end.
    if (request.path.endsWith('/')) {
      response.redirect(308, `..${path.slice(path.lastIndexOf('/'))}`);
      return;
    }
    page ??= make(path);
    response.type('html').setHeader('Cache-Control', 'no-cache').send(page);
  });
}
