// Lets Node.js import TypeScript: `./x.js` finds x.ts, which is compiled when it is loaded.
import { existsSync } from 'node:fs';
import { compiled } from './compile.js';

const JEST_GLOBALS = new URL('./jest-globals.js', import.meta.url).href;
const TESTS = new URL('../../', import.meta.url).href;
const SUPPORT = new URL('../', import.meta.url).href;
let cacheFolder;

export function initialize(data) {
  cacheFolder = data.cacheFolder;
}

export function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.startsWith('file:')) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (existsSync(source)) {
      if (isOfOneSuite(source)) source.search = new URL(context.parentURL).search;
      return { url: source.href, shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

/** Tells whether a module is one of those that register tests or hooks: they are evaluated again for each suite, unlike src and test/support. */
function isOfOneSuite({ href }) {
  return href.endsWith('.spec.ts') || (href.startsWith(TESTS) && !href.startsWith(SUPPORT));
}

export function load(url, context, nextLoad) {
  if (!/\.ts(\?|$)/.test(url)) return nextLoad(url, context);
  return { format: 'module', source: compiled(url, cacheFolder), shortCircuit: true };
}
