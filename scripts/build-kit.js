// Writes the files that the service offers at /docs/downloads to dist/kit, and a list of them with their versions; and the
// documents of the APIs to dist/openapi.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packClient, packFolder, removeTestNotes } from './pack-client.js';

/** The files are moved to their place at the end, so that a service that starts meanwhile still finds the old ones. */
const NEXT = '.next';
const KIT = `dist/kit${NEXT}`;
const DOCUMENTS = `dist/openapi${NEXT}`;
const PYTHON = 'clients/python/wholesale_store_orders.py';
const PHP = 'clients/php/WholesaleStoreOrders.php';
const OPENAPI = 'openapi/store-api.json';
const POSTMAN = 'openapi/store-api.postman_collection.json';
const JS_STORE = 'examples/store-backend';
const PHP_STORE = 'examples/store-php/example-store.php';

for (const folder of [KIT, DOCUMENTS]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const api = JSON.parse(readFileSync(OPENAPI, 'utf8')).info.version;
const client = packClient(KIT);
const kit = {
  typescript: { file: client, version: versionOf('clients/typescript/package.json') },
  python: { file: copied(PYTHON), version: versionIn(PYTHON, /^__version__ = "(.+)"$/m) },
  php: { file: copied(PHP), version: versionIn(PHP, /^const VERSION = '(.+)';$/m) },
  postman: { file: copied(POSTMAN), version: api },
  openapi: { file: copied(OPENAPI), version: api },
  exampleStore: {
    file: packExample(JS_STORE),
    version: versionOf(join(JS_STORE, 'package.json')),
  },
  examplePhpStore: {
    file: copied(PHP_STORE),
    version: versionIn(PHP_STORE, /^ \* @version (.+)$/m),
  },
};
for (const api of ['store', 'admin', 'dashboard']) {
  const document = JSON.parse(readFileSync(`openapi/${api}-api.json`, 'utf8'));
  writeFileSync(join(DOCUMENTS, `${api}-api.json`), JSON.stringify(document));
}
writeFileSync(join(KIT, 'kit.json'), JSON.stringify(kit));
for (const folder of [KIT, DOCUMENTS]) {
  const target = folder.slice(0, -NEXT.length);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
}

function copied(path) {
  cpSync(path, join(KIT, basename(path)));
  return basename(path);
}

/** Packs an example together with the client that it needs. */
function packExample(path) {
  const folder = mkdtempSync(join(tmpdir(), 'wso-example-'));
  // Without what a developer has installed or stored there.
  const filter = (source) => !/\/(node_modules|data)$|\.tgz$/.test(source);
  cpSync(path, folder, { recursive: true, filter });
  cpSync(join(KIT, client), join(folder, client));
  removeTestNotes(folder);
  const file = packFolder(folder, KIT);
  rmSync(folder, { recursive: true });
  return file;
}

function versionOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

function versionIn(path, pattern) {
  return pattern.exec(readFileSync(path, 'utf8'))[1];
}
