// `npm run lint` runs this after oxlint: it refuses circles of imports, those of modules that are loaded later included, which
// import/no-cycle does not see, folders of more than fifteen files, and what was to go with the present release.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = join(import.meta.dirname, '../..');
export const MAX_FILES = 15;

/** Folders that may have more files, and why. */
export const LARGE_FOLDERS = {
  '.': 'tools expect their configuration here',
  'docs/decisions': 'one file for each decision, with an index',
};

/** Finds the cycles in a graph. Each is the list of its files in the order of their imports. */
export function circlesOf(graph) {
  const circles = [];
  const done = new Set();
  for (const start of graph.keys()) visit(start, [], new Set());
  return circles;

  function visit(file, path, open) {
    if (open.has(file)) circles.push(path.slice(path.indexOf(file)));
    if (open.has(file) || done.has(file)) return;
    open.add(file);
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file], open);
    open.delete(file);
    done.add(file);
  }
}

/** Lists the files that a text imports by relative paths, including types. */
export function importsOf(file, text) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    // The parser tells only where the name of a module stands that is loaded later.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
    .filter((name) => name?.startsWith('.'))
    .map((name) => join(dirname(file), name));
}

/** Lists the folders with too many files, and the number of their files. Specs and CSS modules do not count. */
export function largeFolders(files) {
  const counts = new Map();
  for (const file of files.filter(
    (name) => !/\.(?:spec|e2e-spec|faults|ha)\.tsx?$|\.module\.css$/.test(name),
  )) {
    const folder = dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MAX_FILES);
}

/** Lists the reached versions in comments of a text such as "Until 1.4.0: … needs it". */
export function reachedVersions(text, version) {
  const named = [...text.matchAll(/\bUntil (\d+\.\d+\.\d+):/g)].map(([, name]) => name);
  return named.filter((name) => version.localeCompare(name, 'en', { numeric: true }) >= 0);
}

function check() {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const sources = files.filter((file) => /\.(?:tsx?|js)$/.test(file));
  const known = new Map(sources.map((file) => [file.replace(/\.(?:tsx?|js)$/, ''), file]));
  const graph = new Map(
    sources.map((file) => [
      file,
      importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(
        (name) => known.get(name.replace(/\.(?:[jt]sx?)$/, '')) ?? [],
      ),
    ]),
  );
  const large = largeFolders(files);
  const isExcused = ([folder]) => Object.hasOwn(LARGE_FOLDERS, folder);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const reached = files
    .filter((file) => /^src\/.*\.(?:ts|sql)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return reachedVersions(text, version).map((name) => [file, name]);
    });
  const unneeded = Object.keys(LARGE_FOLDERS).filter((name) =>
    large.every(([folder]) => folder !== name),
  );
  const problems = [
    ...circlesOf(graph).map(
      (circle) => `These files import each other in a circle: ${circle.join(' → ')} → ${circle[0]}`,
    ),
    ...reached.map(
      ([file, name]) =>
        `${file} keeps something until ${name}: remove it, or name the release that still needs it.`,
    ),
    ...unneeded.map((folder) => `${folder} needs no exception in scripts/checks/structure.js.`),
    ...large
      .filter((folder) => !isExcused(folder))
      .map(
        ([folder, count]) =>
          `${folder} holds ${count} files: expected at most ${MAX_FILES}, or a reason in scripts/checks/structure.js.`,
      ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !check()) process.exitCode = 1;
