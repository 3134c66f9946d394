import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, RequestHandler } from 'express';
import { whenBuilt } from '../../platform/built-files.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { Routes } from '../../platform/http/routes.js';
import { takesPage } from '../../platform/http/representation/representation.js';
import { answerNotBuilt } from '../../platform/http/representation/not-built.js';
import { filled, installationFacts } from './installation-facts.js';
import { addressed, contentAt, readKit } from './kit-files.js';
import { FileServer, type ServedFile } from './served-file.js';

const APIS = [
  { path: '/docs-json', file: 'store-api.json' },
  { path: '/docs/admin-json', file: 'admin-api.json' },
  { path: '/docs/dashboard-json', file: 'dashboard-api.json' },
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'html',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};
/** Pages, which contain placeholders and the service's address. */
const PAGE = /\.(html|md|txt|xml)$/;
const NOT_FOUND = '404.html';
/** The search index, whose titles contain placeholders. */
const SEARCH_INDEX = 'docs/search.json';

/** Routes of the documentation. Those below /docs depend on the build, which may end after the start. */
const ROUTES = [
  ...['/docs', '/docs/*path', '/docs-json'],
  ...['/llms.txt', '/llms-full.txt', '/robots.txt', '/sitemap.xml'],
];

/** Reads the documentation, the OpenAPI documents and the downloads that the build wrote, by path. */
const readDocs = whenBuilt(['openapi', 'kit', 'site'], docsIn);

/** Reads the page for browsers at an address that does not exist; null until it is built. */
export const notFoundPage = whenBuilt(['site'], (site) => readFileSync(join(site, NOT_FOUND)));

/** Serves the documentation. */
export function serveDocs(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  const addressOf = (request: Request): string => app.get(PublicUrl).reachedBy(request);
  express.get('/', (request, response) => {
    response.setHeader('Vary', 'Accept');
    if (takesPage(request.headers)) response.redirect('/dashboard');
    else response.json({ success: true, data: entrances(addressOf(request)) });
  });
  const server = new FileServer(app.get<Settings>(SETTINGS), addressOf);
  const answer: RequestHandler = async (request, response, next) => {
    const docs = readDocs();
    const file = docs?.get(keyOf(request.path));
    if (file !== undefined) await server.send(request, response, file);
    else if (docs === null) answerNotBuilt(request, response);
    else next();
  };
  const routes = app.get(Routes);
  for (const route of ['/', ...ROUTES]) routes.addFile(route);
  routes.addFiles((path) => readDocs()?.has(keyOf(path)) ?? false);
  // Until 1.5, the kit had an example store in PHP.
  express.get('/docs/downloads/example-store.php', (_request, response) => {
    response.redirect(301, '/docs/downloads#clients');
  });
  for (const route of ROUTES) express.get(route, answer);
}

/** Makes paths comparable, as the router does. */
function keyOf(path: string): string {
  return path.replace(/(?<=.)\/$/, '').toLowerCase();
}

function docsIn(openapi: string, kitFolder: string, site: string): Map<string, ServedFile> {
  const kit = readKit(kitFolder);
  const downloads = Object.values(kit).map((file) => ({
    path: `/docs/downloads/${file.name}`,
    type: file.type,
    isAddressed: true,
    contentFor: (address: string): Buffer => contentAt(address, file),
  }));
  const documents = APIS.map(({ path, file }) => {
    const text = readFileSync(join(openapi, file), 'utf8');
    const contentFor = (address: string): string => addressed(text, address);
    return { path, type: 'application/json', isAddressed: true, contentFor };
  });
  const pages = filesOf(site).map(({ path, file }): ServedFile => {
    const content = readFileSync(join(site, file));
    const isPage = PAGE.test(file);
    return {
      path,
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      isAddressed: isPage,
      contentFor: (address, settings) =>
        isPage || file === SEARCH_INDEX
          ? addressed(
              filled(content.toString(), installationFacts(settings, kit, address)),
              address,
            )
          : content,
    };
  });
  const files = [...downloads, ...documents, ...pages];
  return new Map(files.map((file) => [keyOf(file.path), file]));
}

/** Lists the addresses where a program continues from the service's address. */
function entrances(address: string): Record<string, string> {
  return {
    docs: `${address}/docs/start`,
    openapi: `${address}/docs-json`,
    api: `${address}/api`,
    health: `${address}/health/ready`,
    dashboard: `${address}/dashboard`,
  };
}

/** Lists the files of the site with their paths. A page's path has no `.html`. */
function filesOf(site: string): { path: string; file: string }[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NOT_FOUND)
    .map(({ parentPath, name }) => {
      const file = join(parentPath.slice(site.length), name)
        .replaceAll('\\', '/')
        .replace(/^\//, '');
      return { path: `/${file.replace(/\.html$/, '')}`, file };
    });
}
