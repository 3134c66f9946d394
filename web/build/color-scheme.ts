import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, '../src/theme/scheme.js');

/**
 * Adds the script that sets the color scheme before anything is painted. Modules run after the first paint, so
 * this is a classic script; it is a file, because the content security policy allows no inline script.
 */
export function colorScheme(): Plugin {
  return {
    name: 'color-scheme',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      const source = readFileSync(SOURCE, 'utf8');
      this.emitFile({ type: 'asset', name: 'scheme.js', source });
    },
    transformIndexHtml: {
      // The assets have their names only then.
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(({ name }) => name === 'scheme.js');
        const src =
          built === undefined ? '/dashboard/src/theme/scheme.js' : `/dashboard/${built.fileName}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}
