import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { builtPath } from '../../platform/built-files.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { Routes } from '../../platform/http/routes.js';
import { takesPage } from '../../platform/http/representation/representation.js';
import { filled, installationFacts } from './installation-facts.js';
import { addressed, contentAt, readKit } from './kit-files.js';
import { FileServer } from './served-file.js';

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

/** Serves the documentation that the build wrote to dist/site, the OpenAPI documents and the downloads. */
export function serveDocs(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  const addressOf = (request: Request): string => app.get(PublicUrl).reachedBy(request);
  express.get('/', (request, response) => {
    response.setHeader('Vary', 'Accept');
    if (takesPage(request.headers)) response.redirect('/dashboard');
    else response.json({ success: true, data: entrances(addressOf(request)) });
  });
  const routes = app.get(Routes);
  routes.addFile('/');
  const server = new FileServer(routes, addressOf);
  app.use(server.answer);
  const kit = readKit();
  for (const file of Object.values(kit)) {
    const read = (address: string): Buffer => contentAt(address, file);
    server.serve(`/docs/downloads/${file.name}`, { type: file.type, isAddressed: true, read });
  }
  for (const { path, file } of APIS) {
    const read = (address: string): string =>
      addressed(readFileSync(builtPath(`openapi/${file}`), 'utf8'), address);
    server.serve(path, { type: 'application/json', isAddressed: true, read });
  }
  const site = builtPath('site');
  for (const { path, file } of filesOf(site)) {
    const isPage = PAGE.test(file);
    const content = (): Buffer => readFileSync(join(site, file));
    const page = (address: string): string =>
      addressed(
        filled(content().toString(), installationFacts(app.get<Settings>(SETTINGS), kit, address)),
        address,
      );
    server.serve(path, {
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      isAddressed: isPage,
      read: isPage || file === SEARCH_INDEX ? page : content,
    });
  }
}

/** Lists where a program goes on from the service's address. */
function entrances(address: string): Record<string, string> {
  return {
    docs: `${address}/docs/start`,
    openapi: `${address}/docs-json`,
    api: `${address}/api`,
    health: `${address}/health/ready`,
    dashboard: `${address}/dashboard`,
  };
}

/** Reads the page that browsers get at an address that does not exist. */
export function notFoundPage(): Buffer {
  return readFileSync(builtPath(`site/${NOT_FOUND}`));
}

/** Lists the files of the site with their paths: a page's path has no `.html`. */
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
