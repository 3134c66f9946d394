import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hashOf } from '../platform/http/representation/representation.js';
import { html, Html, type Part } from './html.js';
import { REFERENCE_SCRIPT } from './reference/reference-script.js';
import { REFERENCE_STYLE } from './reference/reference-style.js';
import { SITE_SCRIPT } from './site-script.js';
import { SITE_STYLE } from './site-style.js';
import { SWAGGER_STYLE } from './swagger/swagger-style.js';

/** A page of the documentation. */
export interface Page {
  title: string;
  /** The path of this page. */
  path: string;
  /** The API that the page is about. */
  api: 'store' | 'admin' | 'dashboard';
  /** What stands in the head besides. */
  head?: Part;
  body: Html;
}

interface Link {
  path: string;
  text: string;
}

const LINKS: Record<Page['api'], { brand: string; links: readonly Link[] }> = {
  store: {
    brand: 'Wholesale Orders',
    links: [
      { path: '/docs/start', text: 'Start here' },
      { path: '/docs/reference', text: 'Reference' },
      { path: '/docs/errors', text: 'Errors' },
      { path: '/docs/downloads', text: 'Downloads' },
      { path: '/docs', text: 'Swagger UI' },
      { path: '/docs-json', text: 'OpenAPI' },
      { path: '/dashboard', text: 'Dashboard' },
    ],
  },
  admin: {
    brand: 'Wholesale Orders, for operators',
    links: [
      { path: '/docs/admin', text: 'Admin API' },
      { path: '/docs/admin-json', text: 'JSON' },
    ],
  },
  dashboard: {
    brand: 'Wholesale Orders, dashboard',
    links: [
      { path: '/docs/dashboard', text: 'Dashboard API' },
      { path: '/docs/dashboard-json', text: 'JSON' },
    ],
  },
};

/** The files that pages are made with, by path; a new content has a new address. */
export const SITE_FILES = {
  '/docs/site.css': { type: 'text/css', content: SITE_STYLE },
  '/docs/site.js': { type: 'text/javascript', content: SITE_SCRIPT },
  '/docs/reference.css': { type: 'text/css', content: REFERENCE_STYLE },
  '/docs/reference.js': { type: 'text/javascript', content: REFERENCE_SCRIPT },
  '/docs/favicon-32x32.png': { type: 'image/png', content: swaggerFile('favicon-32x32.png') },
  '/docs/swagger-ui.css': {
    type: 'text/css',
    content: `${swaggerFile('swagger-ui.css').toString()}${SWAGGER_STYLE}`,
  },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript',
    content: swaggerFile('swagger-ui-bundle.js'),
  },
} as const;

const HASHES = new Map(
  Object.entries(SITE_FILES).map(([path, { content }]) => [path, hashOf(content).slice(0, 8)]),
);

function swaggerFile(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

/** Returns a whole HTML document with links to the other pages. The links are relative, for proxies that add a path prefix. */
export function sitePage({ title, path, api, head = '', body }: Page): string {
  const { brand, links } = LINKS[api];
  const to = (target: string): string => relative(path, target);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${to(versioned('/docs/favicon-32x32.png'))}" />
        ${head}
        <link rel="stylesheet" href="${to(versioned('/docs/site.css'))}" />
        <script defer src="${to(versioned('/docs/site.js'))}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="site">
          <span class="brand">${brand}</span>
          <nav aria-label="Documentation">
            ${links.map(({ path: target, text }) => {
              const current = target === path ? new Html(' aria-current="page"') : '';
              return html`<a href="${to(target)}" ${current}>${text}</a>`;
            })}
          </nav>
        </header>
        ${body}
      </body>
    </html>`.text;
}

/** Returns the address of a path as seen from the page at another one. */
export function relative(from: string, to: string): string {
  const depth = from.split('/').length - 2;
  return `${depth === 0 ? '.' : Array(depth).fill('..').join('/')}${to}`;
}

/** Returns the address of a file of {@link SITE_FILES} that browsers may keep for good. */
export function versioned(path: keyof typeof SITE_FILES): string {
  return `${path}?v=${HASHES.get(path)}`;
}
