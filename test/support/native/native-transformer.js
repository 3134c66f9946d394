import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transformSync } from '@swc/core';
import { stubOf } from './loaded.js';

const ROOT = join(import.meta.dirname, '../../..');
const OPTIONS = readFileSync(join(ROOT, '.swcrc'), 'utf8');
const SERVICE = /^(src[\\/].*(?<!\.spec)|ormconfig)\.ts$/;

/** Compiles TypeScript for Jest. With `isLoaded`, suites get the service that their worker has loaded from dist. */
export default {
  getCacheKey(source, file, { transformerConfig }) {
    const key = JSON.stringify([OPTIONS, transformerConfig, file, source]);
    return createHash('sha1').update(key).digest('hex');
  },
  process(source, filename, { transformerConfig: { isLoaded } = {} } = {}) {
    const path = relative(ROOT, filename);
    if (isLoaded && SERVICE.test(path)) {
      return { code: stubOf(join(ROOT, 'dist', path.replace(/ts$/, 'js'))) };
    }
    return transformSync(source, { ...JSON.parse(OPTIONS), swcrc: false, filename });
  },
};
