import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { COLORS, colorDeclarations } from '../../src/platform/design-tokens.ts';

const SOURCE = join(import.meta.dirname, '../src/theme/first-paint.css');
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Lets the browser paint the frame in index.html before it has any other file but the script of the color scheme. The frame's
 * styles are within the HTML, and modules wait for the other stylesheets.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(STYLESHEET) ?? [];
        const body = html
          .replaceAll(STYLESHEET, '')
          .replace('</body>', `${links.join('')}\n  </body>`);
        const attrs = { nonce: '__NONCE__' };
        return {
          html: body,
          tags: [{ tag: 'style', attrs, children: styles(), injectTo: 'head' }],
        };
      },
    },
  };
}

function styles(): string {
  const dark = ":root[data-mantine-color-scheme='dark']";
  const colors = `:root { ${colorDeclarations(COLORS.light)} } ${dark} { ${colorDeclarations(COLORS.dark)} }`;
  const own = readFileSync(SOURCE, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return `${colors} ${own}`.replaceAll(/\s+/g, ' ');
}
