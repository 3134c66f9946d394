import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { builtPath } from '../platform/built-files.js';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { PublicUrl } from '../platform/http/public-url.js';
import { filled, installationFacts } from './installation-facts.js';
import { readKit } from './kit-files.js';
import { serveFile } from './served-file.js';

const APIS = [
  { path: '/docs-json', file: 'store-api.json' },
  { path: '/docs/admin-json', file: 'admin-api.json' },
  { path: '/docs/dashboard-json', file: 'dashboard-api.json' },
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'html',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};
/** Files with placeholders: the pages, and the search index. */
const WITH_PLACEHOLDERS = /\.(html|md|txt)$|\/search\.json$/;

/** Serves the documentation that the build wrote to dist/site, the OpenAPI documents and the downloads. */
export function serveDocs(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  const kit = readKit();
  for (const { name, type, content } of Object.values(kit)) {
    serveFile(express, `/docs/downloads/${name}`, { type, read: () => content });
  }
  for (const { path, file } of APIS) {
    const document = readFileSync(builtPath(`openapi/${file}`));
    serveFile(express, path, { type: 'application/json', read: () => document });
  }
  const facts = (): ReturnType<typeof installationFacts> =>
    installationFacts(app.get<Settings>(SETTINGS), app.get(PublicUrl), kit);
  const site = builtPath('site');
  for (const { path, file } of filesOf(site)) {
    const read = (): Buffer => readFileSync(join(site, file));
    serveFile(express, path, {
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      // Programs get the same refusal at / as at any unknown address.
      isFor:
        path === '/' ? ({ headers }) => /\btext\/html\b/.test(headers.accept ?? '') : undefined,
      read: WITH_PLACEHOLDERS.test(file) ? () => filled(read().toString(), facts()) : read,
    });
  }
}

/** Returns the files of the site with their paths: a page's path has no `.html`, and index.html is `/`. */
function filesOf(site: string): { path: string; file: string }[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath.slice(site.length), name)
        .replaceAll('\\', '/')
        .replace(/^\//, '');
      return { path: file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`, file };
    });
}
