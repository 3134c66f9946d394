import { setImmediate as nextTurn } from 'node:timers/promises';
import { uploadField } from '../table-file/columns.js';
import { readNamedRows } from './named-rows.js';

/** Time that one slice takes at least. */
const SLICE_MS = 6;

describe('the rows of a file with named columns', () => {
  it('are read in slices: other work runs between two of them', async () => {
    const cells = [
      ['sku', 'price'],
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
    ];
    const file = cells.map((row, index) => ({ line: index + 1, cells: row }));
    const log: string[] = [];
    for await (const { line } of readNamedRows(file, [uploadField('sku', 'SKU', '', true)], 3)) {
      log.push(`row ${line}`);
      void nextTurn().then(() => log.push(`after row ${line}`));
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until);
    }
    expect(log.slice(0, 5)).toEqual(['row 2', 'after row 2', 'row 3', 'after row 3', 'row 4']);
  });
});
