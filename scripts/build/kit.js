// Writes the files that the service offers at /docs/downloads to dist/kit, and a list of them with their versions.
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
import { format } from 'oxfmt';
import { packClient, packFolder, removeTestNotes } from './pack-client.js';
import { packWso } from './pack-wso.js';
import { postmanCollection } from './postman-collection.js';

const TARGET = 'dist/kit';
/** The files are moved to their place at the end, so that a service that starts meanwhile still finds the old ones. */
const KIT = `${TARGET}.next`;
const PYTHON = 'clients/python/wholesale_store_orders.py';
const PHP = 'clients/php/WholesaleStoreOrders.php';
const JS_STORE = 'examples/store-backend';
const PHP_STORE = 'examples/store-php/example-store.php';

rmSync(KIT, { recursive: true, force: true });
mkdirSync(KIT, { recursive: true });
const document = JSON.parse(readFileSync('dist/openapi/store-api.json', 'utf8'));
const { version: api } = document.info;
const client = packClient(KIT);
const kit = {
  typescript: { file: client, version: versionOf('clients/typescript/package.json') },
  python: { file: copied(PYTHON), version: versionIn(PYTHON, /^__version__ = "(.+)"$/m) },
  php: { file: copied(PHP), version: versionIn(PHP, /^const VERSION = '(.+)';$/m) },
  wso: { file: await packWso(KIT), version: versionOf('clients/wso/package.json') },
  postman: {
    file: await written('store-api.postman_collection.json', await postmanCollection(document)),
    version: api,
  },
  openapi: { file: await written('store-api.json', document), version: api },
  exampleStore: {
    file: packExample(JS_STORE),
    version: versionOf(join(JS_STORE, 'package.json')),
  },
  examplePhpStore: {
    file: copied(PHP_STORE),
    version: versionIn(PHP_STORE, /^ \* @version (.+)$/m),
  },
};
writeFileSync(join(KIT, 'kit.json'), JSON.stringify(kit));
rmSync(TARGET, { recursive: true, force: true });
renameSync(KIT, TARGET);

async function written(name, content) {
  const { code, errors } = await format(name, JSON.stringify(content), { printWidth: 100 });
  if (errors.length > 0) throw new Error(`${name} cannot be formatted: ${errors[0].message}`);
  writeFileSync(join(KIT, name), code);
  return name;
}

function copied(path) {
  cpSync(path, join(KIT, basename(path)));
  return basename(path);
}

/** Packs an example together with the client that it needs. */
function packExample(path) {
  const folder = mkdtempSync(join(tmpdir(), 'wso-example-'));
  // Without packages and data of a developer.
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
