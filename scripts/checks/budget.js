// Compares the size of the whole with its ceilings in budget.json, as `npm run lint` does:
//   node scripts/checks/budget.js            fails for a count above its ceiling
//   node scripts/checks/budget.js --print    prints each count with its ceiling, and the imports between modules
// A ceiling rises only together with a line of `raised` that says what a user gets for it.
import { execFileSync } from 'node:child_process';
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE } from './import-directions.js';
import { importsOf, largeFolders, MAX_FILES } from './structure.js';
import { TABLE_OWNERS } from './table-owners.js';

const root = join(import.meta.dirname, '../..');
/** Files that a person writes and that count by their lines. */
const HAND_WRITTEN = /\.(?:tsx?|[cm]?js|sql|css|sh|py|php|json|csv|ya?ml)$/;
const GENERATED = /(?:^|\/)package-lock\.json$|^openapi\/|^bench\/figures\.json$/;

/** Computes each count of the checkout by its name in budget.json. */
export function countsOf(files, read) {
  const written = files.filter((file) => HAND_WRITTEN.test(file) && !GENERATED.test(file));
  const lines = (test) =>
    sum(written.filter(test).map((file) => read(file).split('\n').length - 1));
  const modules = [...new Set(written.map(moduleOf))].filter((module) => module !== null);
  const service = files.filter((file) => /^src\/.*\.ts$/.test(file) && !file.endsWith('.spec.ts'));
  // Migrations are written once and stay SQL.
  const counted = service.filter((file) => !file.startsWith('src/schema/migrations/'));
  const countIn = (pattern) => sum(counted.map((file) => [...read(file).matchAll(pattern)].length));
  return {
    ...Object.fromEntries(
      modules
        .sort()
        .map((module) => [`lines of ${module}`, lines((file) => moduleOf(file) === module)]),
    ),
    'words of documents': sum(
      files
        .filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'))
        .map((file) => read(file).split(/\s+/).filter(Boolean).length),
    ),
    'folders of src': new Set(service.map((file) => file.slice(0, file.lastIndexOf('/')))).size,
    [`folders above ${MAX_FILES} files of code`]: largeFolders(files.filter(isCode)).length,
    'imports between modules': importsBetween(service, read).length,
    'Nest modules': countIn(/^@Module\(/gm),
    tables: Object.keys(TABLE_OWNERS).length,
    'raw SQL calls': countIn(/\.query[<(]/g),
    'DTO classes': countIn(/^(?:export )?class \w+(?:Dto|Query)\b/gm),
    jobs: countIn(/ extends PeriodicJob\b/g),
    settings: read('.env.example').match(/^#? ?[A-Z][A-Z0-9_]+=/gm).length,
    packages: Object.entries(JSON.parse(read('package-lock.json')).packages).filter(
      ([path, { os }]) => path !== '' && os === undefined,
    ).length,
  };
}

/** Lists the pairs of modules of src where the first imports the second, with the number of imports. */
export function importsBetween(files, read) {
  const pairs = new Map();
  for (const file of files) {
    for (const imported of importsOf(file, read(file))) {
      const modules = [folderOf(file), folderOf(imported)];
      if (modules[0] === modules[1] || modules.includes(undefined)) continue;
      const pair = modules.join(' → ');
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return [...pairs].sort();
}

/** Returns the folder directly below src that a file is in. */
function folderOf(file) {
  const [top, folder, rest] = file.split('/');
  return top === 'src' && rest !== undefined ? folder : undefined;
}

/** Finds where the lines of a file count: a feature module, `core`, another folder of src, or a top-level folder. */
function moduleOf(file) {
  const folder = folderOf(file);
  if (folder !== undefined) return CORE.includes(folder) ? 'core' : folder;
  const [top] = file.split('/');
  return ['web', 'test', 'scripts', 'bench', 'clients', 'examples'].includes(top) ? top : null;
}

function isCode(file) {
  return /\.(?:tsx?|js|sql)$/.test(file);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function check() {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const counts = countsOf(files, read);
  const { ceilings } = JSON.parse(read('scripts/checks/budget.json'));
  if (process.argv.includes('--print')) {
    const rows = Object.entries(counts).map(([name, count]) => [
      name,
      { count, ceiling: ceilings[name] },
    ]);
    new Console(process.stdout).table(Object.fromEntries(rows));
    for (const [pair, imports] of importsBetween(
      files.filter((file) => file.endsWith('.ts')),
      read,
    )) {
      process.stdout.write(`${pair}: ${imports} imports\n`);
    }
    for (const [folder, count] of largeFolders(files.filter(isCode)))
      process.stdout.write(`${folder}: ${count} files\n`);
  }
  const names = [...new Set([...Object.keys(counts), ...Object.keys(ceilings)])];
  const problems = names.filter((name) => !(counts[name] <= ceilings[name]));
  for (const name of problems) {
    process.stderr.write(
      `${name}: ${counts[name]}, expected at most ${ceilings[name]}. Write less, or raise the ceiling in ` +
        'scripts/checks/budget.json with a sentence that says what a user gets for it.\n',
    );
  }
  return problems.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !check()) process.exitCode = 1;
