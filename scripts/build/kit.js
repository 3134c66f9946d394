// Writes the files that the service offers at /docs/downloads to dist/kit, and a list of them with their versions.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import { format } from 'oxfmt';
import {
  LICENSE,
  packClient,
  packFolder,
  removeTestNotes,
  withoutTestNotes,
} from './pack-client.js';
import { packWso } from './pack-wso.js';
import { postmanCollection } from './postman-collection.js';

const KIT = 'dist/kit.next';
const PYTHON = 'clients/python/wholesale_store_orders.py';
const PHP = 'clients/php/WholesaleStoreOrders.php';
const JS_STORE = 'examples/store-backend';
const WORKFLOWS = 'examples/store-api.arazzo.yaml';
/** Time in archives. It is fixed, so that they are always built with the same bytes. */
const ZIP_TIME = new Date(1980, 0, 1);

rmSync(KIT, { recursive: true, force: true });
mkdirSync(KIT, { recursive: true });
const document = JSON.parse(readFileSync('dist/openapi/store-api.json', 'utf8'));
const { version: api } = document.info;
const client = packClient(KIT);
const pythonVersion = versionIn(PYTHON, /^__version__ = "(.+)"$/m);
const phpVersion = versionIn(PHP, /^const VERSION = '(.+)';$/m);
const kit = {
  typescript: { file: client, version: versionOf('clients/typescript/package.json') },
  python: { file: copied(PYTHON), version: pythonVersion },
  pythonPackage: {
    file: packZip('python', pythonVersion, {
      'pyproject.toml': read('clients/python/pyproject.toml'),
    }),
    version: pythonVersion,
  },
  php: { file: copied(PHP), version: phpVersion },
  phpPackage: {
    file: packZip('php', phpVersion, { 'composer.json': composerFile() }),
    version: phpVersion,
  },
  wso: { file: await packWso(KIT), version: versionOf('clients/wso/package.json') },
  postman: {
    file: await written('store-api.postman_collection.json', postmanCollection(document)),
    version: api,
  },
  openapi: { file: await written('store-api.json', document), version: api },
  workflows: { file: copied(WORKFLOWS), version: versionIn(WORKFLOWS, /^  version: (.+)$/m) },
  exampleStore: { file: packExample(JS_STORE), version: versionOf(join(JS_STORE, 'package.json')) },
  license: { file: licenseFile(), version: 'MIT' },
};
writeFileSync(join(KIT, 'kit.json'), JSON.stringify(kit));

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

/** Packs a client that is one file as a package, with the files for its package manager. */
function packZip(language, version, manifest) {
  const folder = `clients/${language}`;
  const source = language === 'python' ? PYTHON : PHP;
  const texts = {
    ...manifest,
    [basename(source)]: read(source),
    'README.md': withoutTestNotes(read(join(folder, 'README.md'))),
    'CHANGELOG.md': read(join(folder, 'CHANGELOG.md')),
    LICENSE: read(LICENSE),
  };
  const name = `wholesale-store-orders-${language}-${version}`;
  const files = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [`${name}/${file}`, Buffer.from(text)]),
  );
  writeFileSync(join(KIT, `${name}.zip`), zipSync(files, { mtime: ZIP_TIME }));
  return `${name}.zip`;
}

/** Makes composer.json with the version, which Composer does not read from the source. */
function composerFile() {
  const { name, ...rest } = JSON.parse(read('clients/php/composer.json'));
  return `${JSON.stringify({ name, version: phpVersion, ...rest }, null, 2)}\n`;
}

/** Offers the license as a file that browsers show. */
function licenseFile() {
  cpSync(LICENSE, join(KIT, 'LICENSE.txt'));
  return 'LICENSE.txt';
}

function read(path) {
  return readFileSync(path, 'utf8');
}

/** Packs an example together with the client that it needs. */
function packExample(path) {
  const folder = mkdtempSync(join(tmpdir(), 'wso-example-'));
  // Without packages and data of a developer.
  const filter = (source) => !/\/(node_modules|data)$|\.tgz$/.test(source);
  cpSync(path, folder, { recursive: true, filter });
  cpSync(join(KIT, client), join(folder, client));
  cpSync(LICENSE, join(folder, 'LICENSE'));
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
