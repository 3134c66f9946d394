/**
 * Measures the cost of typical changes. Applies each patch of test/lab/recipes to a copy of this checkout, compiles it, and prints
 * the changed files.
 *
 * Exits with 1 if a patch does not apply or compile, fails its suites, or needs more files than its goal.
 *
 *   npm run check:recipes                  all recipes
 *   npm run check:recipes -- order-status  some, by name
 *
 * The first file of a patch is the one place of the change. While only that file is changed, the compiler finds errors in the
 * files under "named", so a developer cannot forget them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { Console } from 'node:console';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { copyOfCheckout } from '../checkout-copy.js';

const FOLDER = resolve('test/lab/recipes');
/** Most files that a change may need, a new folder counted as one, and the suites that have to pass with it. */
const RECIPES = {
  // The row of the table of details, the migration, a test.
  'product-detail': {
    goal: 3,
    suites: ['test/admin-api/catalog/product-material', 'test/operation/database/schema'],
  },
  // Its line in the list of gateways, its folder, the pages' entry, the company's side for the tests.
  'payment-gateway': {
    goal: 4,
    suites: ['test/gateway/adapters', 'src/money/gateway', 'src/platform/config'],
  },
  // The row, its meaning for integrators, a migration, the operators' action (controller, button), what a scan says of it, the
  // list of rights, two files of tests.
  'order-status': {
    goal: 9,
    suites: [
      'src/orders/lifecycle/order-lifecycle.spec',
      'test/order-lifecycle/transitions',
      'test/operation/database/order-statuses',
      'test/access/roles',
      'test/access/routes',
    ],
  },
};
/** Generated code that is not in Git, but that the compiler needs. */
const GENERATED = ['web/src/api/generated', 'clients/typescript/src/generated'];
const PROJECTS = ['.', 'web', 'test/browser'];
/**
 * The list of migrations. Patches do not contain their line in it, because every later migration would make the patch
 * stale. register() adds the line.
 */
const MIGRATIONS = 'src/schema/migrations.ts';
const KINDS = {
  tests: /^test\/|\.spec\.tsx?$/,
  migrations: /^src\/schema\/migrations/,
  source: /^(src|web\/src)\//,
};

const [, , ...names] = process.argv;
const recipes = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => basename(file, '.patch'))
  .filter((name) => names.length === 0 || names.includes(name));
const unknown = [...names, ...recipes].filter(
  (name) => !(name in RECIPES) || !recipes.includes(name),
);
if (unknown.length > 0) {
  throw new Error(
    `Invalid recipe ${unknown.join(', ')}: expected a patch in ${FOLDER} with a goal in RECIPES`,
  );
}
const results = recipes.map(tryRecipe);
new Console(process.stdout).table(Object.fromEntries(results.map(({ name, row }) => [name, row])));
for (const { name, problems } of results) {
  for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`);
}
process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;

function tryRecipe(name) {
  const patch = join(FOLDER, `${name}.patch`);
  const files = filesOf(patch);
  const first = files[0].path;
  const count = placesOf(files);
  const { goal, suites } = RECIPES[name];
  const problems = count > goal ? [`changes ${count} files, expected at most ${goal}`] : [];
  const copy = copyOfCheckout('recipe-', GENERATED);
  try {
    apply(copy, patch, `--include=${first}`);
    const named = [...new Set(compilerErrors(copy).map((error) => error.split('(')[0]))];
    report(`${name}: with ${first} alone, the compiler names ${named.join(', ') || 'no file'}`);
    apply(copy, patch, `--exclude=${first}`);
    for (const { path, isNew } of files) {
      if (isNew && KINDS.migrations.test(path)) register(copy, path);
    }
    problems.push(...failuresOf(copy, suites));
    return { name, problems, row: { ...countsOf(files), files: count, goal, named: named.length } };
  } catch (error) {
    problems.push(String(error.stderr ?? error));
    return { name, problems, row: { ...countsOf(files), files: count, goal } };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Reports a step immediately, because a recipe takes minutes. */
function report(line) {
  process.stderr.write(`${line}\n`);
}

/** Lists the files that a patch changes in their order, and the list of migrations if the patch adds one. */
function filesOf(patch) {
  const files = readFileSync(patch, 'utf8')
    .split(/^diff --git /m)
    .slice(1)
    .map((text) => ({
      path: /^a\/\S+ b\/(\S+)/.exec(text)[1],
      isNew: /^new file mode/m.test(text),
    }));
  const hasMigration = files.some(({ path }) => KINDS.migrations.test(path));
  return hasMigration ? [...files, { path: MIGRATIONS, isNew: false }] : files;
}

/** Counts the places of a change: a new folder is one, and so is a migration with its line in migrations.ts. */
function placesOf(files) {
  const places = files.map(({ path, isNew }) => {
    if (KINDS.migrations.test(path)) return 'migrations';
    const folder = path.slice(0, path.lastIndexOf('/'));
    return isNew && !existsSync(folder) ? folder : path;
  });
  return new Set(places).size;
}

function countsOf(files) {
  const counts = { source: 0, tests: 0, migrations: 0, other: 0 };
  for (const { path } of files) {
    const kind = Object.keys(KINDS).find((name) => KINDS[name].test(path)) ?? 'other';
    counts[kind] += 1;
  }
  return counts;
}

function apply(copy, patch, choice) {
  // The ceiling keeps Git from taking the copy for a part of a repository around it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() };
  execFileSync('git', ['apply', '-C1', choice, patch], {
    cwd: copy,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function register(copy, path) {
  const [, name] = /^export const (\w+) = sqlMigration\(/m.exec(
    readFileSync(join(copy, path), 'utf8'),
  );
  const file = join(copy, MIGRATIONS);
  const source = `./migrations/${basename(path, '.ts')}.js`;
  const list = readFileSync(file, 'utf8')
    .replace('\n\n', `\nimport { ${name} } from '${source}';\n\n`)
    .replace(/^\];$/m, `  ${name},\n];`);
  writeFileSync(file, list);
}

/** Collects the compiler's messages for the service, its tests and the pages, such as `src/main.ts(1,2): error …`. */
function compilerErrors(copy) {
  return PROJECTS.flatMap((project) => {
    const { stdout } = spawnSync('npx', ['tsc', '--noEmit', '--pretty', 'false', '-p', project], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return stdout.split('\n').filter((line) => /^\S+\(\d+,\d+\): error /.test(line));
  });
}

/** Compiles and builds the copy and runs suites in it. Returns the output of the first step that fails. */
function failuresOf(copy, suites) {
  const steps = [
    ['run', 'build'],
    ['run', 'types'],
    ...(suites.length > 0 ? [['test', '--', '--maxWorkers=1', ...suites]] : []),
  ];
  for (const step of steps) {
    report(`npm ${step.join(' ')} …`);
    const { status, stdout, stderr } = spawnSync('npm', step, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) {
      return [`npm ${step.join(' ')} failed:\n${stdout.slice(-2_000)}\n${stderr.slice(-6_000)}`];
    }
  }
  return [];
}
