import { createRequire } from 'node:module';

/** Key of the global function that returns to suites what their worker has loaded. */
export const LOADED = 'loaded-by-the-worker';
/** Loads a module as Node.js does: once in a worker, for all of its suites. */
export const load = createRequire(import.meta.url);

/** Writes a module that exports what the worker has loaded from a file. */
export function stubOf(file) {
  const loaded = load(file);
  const isEsModule = loaded[Symbol.toStringTag] === 'Module';
  const names = Object.keys(loaded).filter((name) => /^(?!default$)[a-z_$][\w$]*$/i.test(name));
  return [
    `const loaded = globalThis[Symbol.for('${LOADED}')](${JSON.stringify(file)});`,
    ...names.map((name, index) => `const _${index} = loaded.${name};`),
    `export { ${names.map((name, index) => `_${index} as ${name}`).join(', ')} };`,
    `export default ${isEsModule ? 'loaded.default' : 'loaded'};`,
  ].join('\n');
}
