import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capacity, instances, stores } from './capacity.js';
import { catalogTable, rowsTable, scaleTable, serviceTable } from './tables.js';

const PROJECT = join(import.meta.dirname, '../..');
const BLOCK = /<!-- figures: ([\w-]+) -->[^]*?<!-- \/figures: \1 -->/g;

/** The text of each block, by the name in its marks. */
const BLOCKS = {
  service: serviceTable,
  catalog: catalogTable,
  scale: scaleTable,
  rows: rowsTable,
  capacity,
  stores,
  instances,
};

/** Pages that quote figures between the marks `<!-- figures: name -->` and `<!-- /figures: name -->`. */
export const PAGES = ['bench/README.md', 'docs/scaling.md'];

/** Makes the text of a page with these figures in its blocks. */
export function withFigures(page, figures) {
  return page.replaceAll(BLOCK, (_, name) => {
    const text = BLOCKS[name](figures);
    return `<!-- figures: ${name} -->\n\n${text}\n\n<!-- /figures: ${name} -->`;
  });
}

/** Writes figures into the pages that quote them. */
export function writePages(figures) {
  for (const page of PAGES) {
    const path = join(PROJECT, page);
    writeFileSync(path, withFigures(readFileSync(path, 'utf8'), figures));
  }
}
