// Jest's default runtime evaluates every module again for every suite. This one imports suites and modules as Node.js does, so that a worker
// loads the service and its packages once, and keeps their compiled code.
import asyncHooks from 'node:async_hooks';
import nodeModule, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { sourceMapPath } from './compile.js';
import * as hooks from './typescript-hooks.js';

const require = createRequire(import.meta.url);
const STATE_OF_CIRCUS = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
/** For all suites: until Node.js 24, each storage that is in use slows down every promise, and jest-circus keeps its own in use. */
const storageOfCircus = new asyncHooks.AsyncLocalStorage();
let suites = 0;

/** Jest requires this module, and looks for a default export only where it is marked as compiled. */
export const __esModule = true;

export default class NativeRuntime extends Runtime {
  #suite = (suites += 1);
  #setupFiles;
  #cacheFolder;

  constructor(...args) {
    super(...args);
    const [{ setupFiles, cacheDirectory }, , , , , , testPath] = args;
    this.#setupFiles = setupFiles;
    this.#cacheFolder = cacheDirectory;
    globalThis[Symbol.for('jest-of-the-suite')] = this.jestGlobals.jestObjectFor(testPath);
    if (this.#suite === 1) {
      const data = { cacheFolder: cacheDirectory };
      if (nodeModule.registerHooks) {
        hooks.initialize(data);
        nodeModule.registerHooks(hooks);
      } else {
        // Node.js 20 has hooks on a thread of their own only, which takes each worker 1.5 s more.
        nodeModule.register('./typescript-hooks.js', { parentURL: import.meta.url, data });
      }
    }
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Evaluates jest-circus again, without the state of the suite before, which it keeps in symbols of the global object. */
  requireInternalModule(path) {
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE_OF_CIRCUS.includes(symbol.description)) delete globalThis[symbol];
    }
    delete require.cache[path];
    const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    const value = function () {
      return storageOfCircus;
    };
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true });
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
    }
  }

  /** Imports a suite, which is evaluated in every run; what it imports is evaluated once in a process. */
  unstable_importModule(path) {
    const url = pathToFileURL(path).href;
    return import(this.#setupFiles.includes(path) ? url : `${url}?suite=${this.#suite}`);
  }

  getSourceMaps() {
    return {
      get: (source) => sourceMapOf(source, this.#cacheFolder),
      [Symbol.iterator]: () => [].values(),
    };
  }
}

/** Paths of source maps by URL: Jest asks for one at each error whose stack is read, which supertest does with each expectation. */
const sourceMaps = new Map();

function sourceMapOf(source, cacheFolder) {
  const [url] = source.split('?');
  if (!/^file:.*\.ts$/.test(url)) return undefined;
  if (!sourceMaps.has(url)) sourceMaps.set(url, sourceMapPath(url, cacheFolder));
  return sourceMaps.get(url);
}
