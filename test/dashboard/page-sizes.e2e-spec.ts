import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const FOLDER = 'dist/web';
const FIRST_PAGE_MAX_KB = 187;
const FURTHER_PAGE_MAX_KB = 47;
/** Files of the first page: each costs a slow line its latency. */
const FILES_MAX = 17;

describe('the size of the pages, as gzip sends their JavaScript and CSS', () => {
  let manifest: Record<string, Chunk>;
  beforeAll(async () => {
    manifest = JSON.parse(await readFile(join(FOLDER, 'manifest.json'), 'utf8')) as typeof manifest;
  });

  /** Lists the files that a browser needs before it can show a chunk. */
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: '' };
    if (file === '') throw new Error(`the build has no ${name}`);
    for (const path of [file, ...css]) found.add(path);
    for (const imported of imports) filesOf(imported, found);
    return found;
  };
  const kilobytesOf = async (files: Iterable<string>): Promise<number> => {
    const sizes = await Promise.all(
      [...files].map(async (file) => (await stat(join(FOLDER, `${file}.gz`))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const pages = () => Object.keys(manifest).filter((name) => name.startsWith('src/pages/'));

  it.each([
    'src/pages/overview/overview-page.tsx',
    'src/pages/orders/orders-page.tsx',
    'src/pages/office/today/today-page.tsx',
    'src/pages/office/orders/orders-page.tsx',
  ])(
    `%s, which people often see first, is at most ${FIRST_PAGE_MAX_KB} kB in ${FILES_MAX} files`,
    async (page) => {
      const files = new Set([...filesOf('index.html'), ...filesOf(page)]);
      expect(await kilobytesOf(files)).toBeLessThanOrEqual(FIRST_PAGE_MAX_KB);
      expect(files.size).toBeLessThanOrEqual(FILES_MAX);
    },
  );

  it(`every further page adds at most ${FURTHER_PAGE_MAX_KB} kB`, async () => {
    const first = filesOf('index.html');
    expect(pages().length).toBeGreaterThan(3);
    for (const page of pages()) {
      const added = [...filesOf(page)].filter((file) => !first.has(file));
      expect([page, (await kilobytesOf(added)) <= FURTHER_PAGE_MAX_KB]).toEqual([page, true]);
    }
  });
});
