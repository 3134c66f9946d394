// Bundles programs of the compiled service with their packages into a folder: a process loads a few dozen files instead of two thousand,
// in a third of the time.
//   node scripts/build/bundle.js <folder> <program> …
import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const [folder, ...programs] = process.argv.slice(2);

/** Lets a module find its files, such as SQL, next to its compiled source instead of the bundle. */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: /[\\/]dist[\\/]src[\\/]/, code: 'import.meta' },
    handler(code, id) {
      if (/import\.meta(?!\.url\b)/.test(code)) {
        throw new Error(
          `${id}: uses import.meta, expected only import.meta.url: the bundle has no other property`,
        );
      }
      const place = JSON.stringify(relative(folder, id).replaceAll('\\', '/'));
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
    },
  },
};

const REQUIRED = [
  'typeorm',
  'class-validator',
  'class-transformer',
  'class-transformer/cjs/storage',
];
const BUNDLED_REQUIRE = `
  ${REQUIRED.map((name, index) => `import * as module${index} from '${name}';`).join('\n')}
  const modules = { ${REQUIRED.map((name, index) => `'${name}': module${index}`).join(', ')} };
  export const createRequire = () => (name) => modules[name];`;

/** Bundles what these packages `require`, because a second instance would lack the decorators that the first one registered. */
const bundleRequired = {
  name: 'bundle-required',
  resolveId: {
    filter: { id: /^node:module$/ },
    handler: (_id, importer) =>
      /[\\/]@nestjs[\\/](typeorm|mapped-types)[\\/]/.test(importer) ? '\0bundled-require' : null,
  },
  load: { filter: { id: /^\0bundled-require$/ }, handler: () => BUNDLED_REQUIRE },
};

const bundle = await rolldown({
  input: programs,
  platform: 'node',
  // Native add-ons, and optional packages of Nest.
  external: ['@node-rs/argon2', 'sharp', '@fastify/static', /^@nestjs\/(microservices|websockets)/],
  plugins: [keepPlaces, bundleRequired],
});
rmSync(folder, { recursive: true, force: true });
// Not minified: each module begins with its path, which helps to read stack traces.
await bundle.write({ dir: folder, keepNames: true, minify: false });
await bundle.close();
// The package looks for it next to its code.
cpSync('node_modules/harfbuzzjs/dist/harfbuzz.wasm', join(folder, 'harfbuzz.wasm'));
