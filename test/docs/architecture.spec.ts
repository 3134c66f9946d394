import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { CORE, FEATURES } = (await import(join(root, 'scripts/checks/import-directions.js'))) as {
  CORE: string[];
  FEATURES: string[];
};

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('docs/architecture.md');
const readme = read('README.md');
/** Files in reading order. */
const spine = [...page.matchAll(/^\d+\. `(src\/[^`]+)`/gm)].map(([, file = '']) => file);
/** Files that connect the core and the feature modules. */
const TOP = ['src/main.ts', 'src/app.module.ts', 'src/app.setup.ts'];

describe('the spine in docs/architecture.md', () => {
  it('has at most 4,550 lines', () => {
    const lines = spine.map((file) => read(file).split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4_550);
  });

  it('has the files that put everything together and then the core, and is counted in README.md', () => {
    expect(spine.slice(0, TOP.length)).toEqual(TOP);
    // The linter checks what these import.
    const modules = spine.slice(TOP.length).map((file) => file.split('/')[1]!);
    expect([...CORE, 'platform', 'schema']).toEqual(expect.arrayContaining(modules));
    expect(readme).toContain(`names ${spine.length} files`);
  });
});

describe('docs/architecture.md', () => {
  it('lists the folders of src, two levels deep', () => {
    const [, tree = ''] = /```text\nsrc\/\n([\s\S]*?)```/.exec(page) ?? [];
    const shown: string[] = [];
    let module = '';
    for (const [, indent = '', name = ''] of tree.matchAll(/^( +)([\w-]+)\/ +\w/gm)) {
      if (indent.length === 2) module = name;
      shown.push(indent.length === 2 ? name : `${module}/${name}`);
    }
    const folders = foldersIn('src').flatMap((name) => [
      name,
      ...foldersIn(`src/${name}`).map((inner) => `${name}/${inner}`),
    ]);
    expect([...shown].sort()).toEqual(folders.sort());
  });
});

describe('the table of the core in README.md', () => {
  const rows = [...readme.matchAll(/^\| \[(\w+)\]\(src\/\1\) .*$/gm)];

  it('has every module of the core, and those above it stand below the table', () => {
    expect(rows.map(([, module]) => module).sort()).toEqual([...CORE].sort());
    const [, features = ''] = /Above the core stand feature modules.*?: (.*?)\./.exec(readme)!;
    expect([...features.matchAll(/`(\w+)`/g)].map(([, module]) => module)).toEqual(FEATURES);
  });

  it.each(rows.map(([row, module = '']) => [module, row]))('names classes of %s', (module, row) => {
    const folder = `src/${module}`;
    const texts = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(join(folder, name)));
    const declared = texts.flatMap((text) => [...text.matchAll(/^export class (\w+)/gm)]);
    const named = [...row.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(declared.map(([, name]) => name)).toEqual(expect.arrayContaining(named));
  });
});

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

const { withFigures } = (await import(join(root, 'bench/report.js'))) as {
  withFigures: (page: string) => string;
};

it('the figures of the benchmarks are in bench/README.md as bench/figures.json has them (node bench/report.js)', () => {
  const measured = read('bench/README.md');
  expect(measured).toMatch(/<!-- figures -->[^]*<!-- \/figures -->/);
  expect(measured).toBe(withFigures(measured));
});
