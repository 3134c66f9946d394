// Jest's default runtime evaluates every module again for every suite. This one imports suites and modules as Node.js does, so that a worker
// loads the service and its packages once, and keeps their compiled code.
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { sourceMapPath } = require('./compile.js');

const STATE_OF_CIRCUS = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
let suites = 0;
let isRegistered = false;

class NativeRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const [{ cacheDirectory }] = args;
    this.cacheFolder = cacheDirectory;
    if (!isRegistered) {
      register('./typescript-hooks.js', pathToFileURL(__filename), {
        data: { cacheFolder: cacheDirectory },
      });
      isRegistered = true;
    }
  }

  /** Leaves `process.getBuiltinModule` as it is. */
  installGetBuiltinModule() {}

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Evaluates jest-circus again, without the state of the suite before, which it keeps in symbols of the global object. */
  requireInternalModule(path) {
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE_OF_CIRCUS.includes(symbol.description)) delete globalThis[symbol];
    }
    delete require.cache[path];
    return require(path);
  }

  async unstable_importModule(path) {
    const url = pathToFileURL(path).href;
    if (path !== this._testPath) return import(url);
    globalThis[Symbol.for('jest-of-the-suite')] = this.jestGlobals.jestObjectFor(path);
    suites += 1;
    return import(`${url}?suite=${suites}`);
  }

  getSourceMaps() {
    return { get: (source) => mapOf(source, this.cacheFolder), [Symbol.iterator]: () => [].values() };
  }
}

function mapOf(source, cacheFolder) {
  const [url] = source.split('?');
  return /^file:.*\.ts$/.test(url) ? sourceMapPath(url, cacheFolder) : undefined;
}

module.exports = NativeRuntime;
