import { readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { PublicUrl } from '../platform/http/public-url.js';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { ERRORS } from '../platform/http/errors.js';
import { builtPath } from '../platform/built-files.js';
import { Contract } from './contract.js';
import { downloadsPage } from './downloads/downloads-page.js';
import { readKit, type KitFile, type KitPart } from './downloads/kit-files.js';
import { documentedErrors, type DocumentedError } from './documented-errors.js';
import { errorsPage } from './errors/errors-page.js';
import { frontPage } from './front-page.js';
import { html, textOf, type Html } from './html.js';
import { llmsText } from './llms-text.js';
import { markdownOf } from './markdown.js';
import { referencePage, type Elsewhere } from './reference/reference-page.js';
import { serveFile } from './served-file.js';
import { SITE_FILES, sitePage, versioned, type Page } from './site.js';
import { startPage, startSections } from './start/start-page.js';
import { swaggerPage } from './swagger/swagger-page.js';
import { swaggerScript } from './swagger/swagger-script.js';

/** A page for integrators, made at its first request. */
interface Document {
  title: string;
  path: string;
  /** What is on it, for the list of all pages. */
  summary: string;
  make: () => Html;
  /** What stands in the page's head besides. */
  head?: Html;
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
  const kit = readKit();
  for (const { name, type, content } of Object.values(kit)) {
    serveFile(express, `/docs/downloads/${name}`, { type, make: () => content });
  }
  serveDocuments(app, express, documentsFor(app, kit));
  serveSwaggerUi(express, { title: 'Wholesale Order API', path: '/docs', api: 'store' });
  serveSwaggerUi(express, {
    title: 'Wholesale Order Admin API',
    path: '/docs/admin',
    api: 'admin',
  });
  serveSwaggerUi(express, {
    title: 'Wholesale Order Dashboard API',
    path: '/docs/dashboard',
    api: 'dashboard',
  });
}

function documentsFor(app: NestExpressApplication, kit: Record<KitPart, KitFile>): Document[] {
  const settings = app.get<Settings>(SETTINGS);
  const storeApi = once(() => parsed(readDocument('store')));
  const contract = once(() => new Contract(storeApi()));
  const errors = once(() => documentedErrors(storeApi()));
  return [
    {
      title: 'Start here',
      path: '/docs/start',
      summary:
        'from the first call to the first shipped order; test mode, polling, retries, limits',
      make: () => startPage(contract(), errors(), settings),
    },
    {
      title: 'Reference',
      path: '/docs/reference',
      summary:
        'every operation in curl, TypeScript, Python and PHP, with answers, fields and errors',
      make: () => referencePage(contract(), errors(), elsewhere(contract(), errors(), settings)),
      head: html`<link rel="stylesheet" href="..${versioned('/docs/reference.css')}" />
        <script defer src="..${versioned('/docs/reference.js')}"></script>`,
    },
    {
      title: 'Errors',
      path: '/docs/errors',
      summary: 'every error code: when it happens, and what to do',
      make: () => errorsPage(errors(), contract().operations.length),
    },
    {
      title: 'Downloads',
      path: '/docs/downloads',
      summary: 'clients in TypeScript, Python and PHP, a Postman collection, an example store',
      make: () => downloadsPage(kit),
    },
  ];
}

/** What the search of the reference finds on the other pages. */
function elsewhere(
  contract: Contract,
  errors: readonly DocumentedError[],
  settings: Settings,
): Elsewhere[] {
  return [
    ...startSections(contract, errors, settings).map(({ id, title, body }) => ({
      path: `./start#${id}`,
      title,
      text: textOf(body),
    })),
    ...errors.map(({ code }) => ({
      path: `./errors#${code}`,
      title: code,
      text: ERRORS[code].message,
    })),
  ];
}

/** Serves each page as HTML, as Markdown at the same address with `.md`, and a list of all of them for language models. */
function serveDocuments(
  app: NestExpressApplication,
  express: Express,
  documents: readonly Document[],
): void {
  const paths = new Set(documents.map(({ path }) => path));
  for (const { title, path, make, head } of documents) {
    const body = once(make);
    serveFile(express, path, {
      type: 'html',
      make: () =>
        sitePage({
          title: `${title}: Wholesale Order API`,
          path,
          api: 'store',
          head,
          body: body(),
        }),
    });
    serveFile(express, `${path}.md`, {
      type: 'text/markdown',
      make: () => markdownOf(body(), path, paths),
    });
  }
  serveFile(express, '/llms.txt', {
    type: 'text/plain',
    make: () =>
      llmsText(
        app.get(PublicUrl).origin,
        documents.map((document) => ({ ...document, path: `${document.path}.md` })),
      ),
  });
}

function serveSwaggerUi(express: Express, page: Pick<Page, 'title' | 'path' | 'api'>): void {
  const document = readDocument(page.api);
  serveFile(express, page.path, { type: 'html', make: () => swaggerPage(page) });
  serveFile(express, `${page.path}/swagger-ui-init.js`, {
    type: 'text/javascript',
    make: () => swaggerScript(parsed(document), `credentials-${page.api}`),
  });
  serveFile(express, `${page.path}-json`, {
    type: 'application/json',
    make: () => document,
  });
}

/** Returns the document of an API as the build has it: made of the code, it would take a second of one turn of the event loop. */
function readDocument(api: Page['api']): Buffer {
  return readFileSync(builtPath(`openapi/${api}-api.json`));
}

function parsed(document: Buffer): OpenAPIObject {
  return JSON.parse(document.toString()) as OpenAPIObject;
}

/** Returns the documents are large, and the same for every request. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
