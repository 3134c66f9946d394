import { posix } from 'node:path';

// Bottom up: a folder may import the folders before it, never those after it. The administration of clients stands above
// plans, because it shows a client together with its subscription and wallet; the administration of products stands above
// stock, because it creates a product together with its stock.
const LAYERS = [
  ['platform'],
  ['audit'],
  ['brand'],
  ['clients'],
  ['ledger'],
  ['accounts'],
  ['notes'],
  ['plans'],
  ['client-administration'],
  ['auth'],
  ['catalog'],
  ['stock'],
  ['tax'],
  ['product-administration'],
  ['orders'],
  ['payments'],
  ['messages'],
  ['dashboard'],
  ['docs', 'demo', 'schema', 'start', 'cli'],
];
const LEVELS = new Map(LAYERS.flatMap((layer, level) => layer.map((folder) => [folder, level])));

// From another feature import its services, entities and pure functions.
const FEATURES = new Set([
  'accounts',
  'audit',
  'brand',
  'auth',
  'clients',
  'client-administration',
  'ledger',
  'plans',
  'catalog',
  'product-administration',
  'stock',
  'tax',
  'orders',
  'payments',
  'messages',
  'notes',
]);
const PRIVATE = /\.(repository|dto|controller|examples)\.[jt]s$/;

/** Folder that could be a package: it knows Node, `pg` and nothing of this service. */
const EMBEDDED = 'platform/database/embedded/';

/** Returns the problem with an import between two files of src, or null. */
export function faultOfImport(importer, imported) {
  const [from, to] = [importer, imported].map((path) => path.split('/')[0]);
  if (LEVELS.get(to) > LEVELS.get(from)) return `src/${to} stands above src/${from}`;
  if (from !== to && FEATURES.has(from) && FEATURES.has(to) && PRIVATE.test(imported)) {
    return `repositories, DTOs and controllers of src/${to} are private to it`;
  }
  if (importer.startsWith(EMBEDDED) && !imported.startsWith(EMBEDDED)) {
    return 'the embedded PostgreSQL imports nothing else of the service';
  }
  return null;
}

/** Rule on which folder of src may import which, types and later loads included. */
export const importDirections = {
  meta: { type: 'problem', schema: [] },
  create({ filename, report }) {
    const path = filename.replaceAll('\\', '/');
    const src = path.slice(0, path.lastIndexOf('/src/') + '/src/'.length);
    const check = ({ source }) => {
      if (!source?.value?.startsWith?.('.')) return;
      const imported = posix.join(posix.dirname(path), source.value);
      if (!imported.startsWith(src)) return;
      const fault = faultOfImport(path.slice(src.length), imported.slice(src.length));
      if (fault !== null) report({ node: source, message: `This import is refused: ${fault}.` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
