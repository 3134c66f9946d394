import { defineConfig, type Plugin } from 'vite';
import {
  COLORS,
  CODE_FONT,
  TEXT_FONT,
  colorDeclarations,
} from '../../src/platform/design-tokens.js';
import { hashOf } from '../../src/platform/http/representation/representation.js';
import { pageFiles, swaggerFiles } from './build/pages.js';

const TOKENS = 'virtual:tokens.css';

/** Provides the design tokens as a CSS file. */
function tokens(): Plugin {
  return {
    name: 'tokens',
    resolveId: (id) => (id === TOKENS ? `\0${TOKENS}` : undefined),
    load: (id) =>
      id === `\0${TOKENS}`
        ? `:root { color-scheme: light dark; --code: ${CODE_FONT}; --font: ${TEXT_FONT}; ${colorDeclarations(COLORS.light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${colorDeclarations(COLORS.dark)} } }`
        : undefined,
  };
}

/** Adds the pages to the scripts and styles of the build, which they link to with the hash of the content. */
function pages(): Plugin {
  return {
    name: 'pages',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const hashes = new Map<string, string>();
        const emit = (files: Record<string, string | Buffer>): void => {
          for (const [fileName, source] of Object.entries(files)) {
            hashes.set(fileName, hashOf(source).slice(0, 8));
            this.emitFile({ type: 'asset', fileName, source });
          }
        };
        for (const [name, file] of Object.entries(bundle)) {
          const content = file.type === 'chunk' ? file.code : file.source;
          hashes.set(name, hashOf(Buffer.from(content)).slice(0, 8));
        }
        emit(swaggerFiles());
        emit(
          pageFiles((file) => {
            const hash = hashes.get(file.slice(1));
            if (hash === undefined) throw new Error(`The site has no file ${file}.`);
            return `${file}?v=${hash}`;
          }),
        );
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [tokens(), pages()],
  build: {
    outDir: '../../dist/site.next',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        site: `${import.meta.dirname}/client/site.ts`,
        reference: `${import.meta.dirname}/client/reference.ts`,
        swagger: `${import.meta.dirname}/client/swagger.ts`,
      },
      output: {
        entryFileNames: 'docs/[name].js',
        chunkFileNames: 'docs/chunks/[name]-[hash].js',
        assetFileNames: 'docs/[name][extname]',
      },
      checks: { bundlerTimings: false },
    },
  },
});
