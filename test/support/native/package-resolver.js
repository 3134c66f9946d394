// Gives suites the packages that their worker has loaded, and the contract: to evaluate them again for each suite takes most of a second.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stubOf } from './loaded.js';

const CONTRACT = join(import.meta.dirname, 'contract.js');
const FOLDER = join(import.meta.dirname, '../../../dist/.loaded');
const stubs = new Map();

export function sync(request, options) {
  const path = options.defaultResolver(request, options);
  const isPackage = /^[^./]/.test(request) && /[\\/]node_modules[\\/].*\.[cm]?js$/.test(path);
  // Jest's own packages belong to the suite, and packages find each other.
  const isOfSuite =
    !isPackage || /^@?jest/.test(request) || /[\\/]node_modules/.test(options.basedir);
  if (isOfSuite && path !== CONTRACT) return path;
  if (!stubs.has(path)) stubs.set(path, writtenStub(path));
  return stubs.get(path);
}

/** Writes the stub of a module as a whole, so that other workers see all of it or nothing. */
function writtenStub(path) {
  const code = stubOf(path);
  const stub = join(FOLDER, `${createHash('sha1').update(code).digest('hex')}.mjs`);
  if (!existsSync(stub)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${stub}.${process.pid}`, code);
    renameSync(`${stub}.${process.pid}`, stub);
  }
  return stub;
}
