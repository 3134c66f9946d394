import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const REPORT = join(import.meta.dirname, '../../bench/report');
const { PAGES, withFigures } = (await import(join(REPORT, 'pages.js'))) as {
  PAGES: string[];
  withFigures: (page: string, figures: object) => string;
};
const { readFigures } = (await import(join(REPORT, 'figures-file.js'))) as {
  readFigures: () => object;
};

it.each(PAGES)(
  'the figures of the benchmarks are in %s as bench/figures.json has them (node bench/figures.js)',
  async (path) => {
    const page = await readFile(path, 'utf8');
    expect(page).toContain('<!-- figures: ');
    expect(page).toBe(withFigures(page, readFigures()));
  },
);
