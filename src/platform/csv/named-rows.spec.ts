import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readNamedRows } from './named-rows.js';

/** Time that one slice takes at least. */
const SLICE_MS = 6;

describe('the rows of a file with named columns', () => {
  it('are read in slices: other work runs between two of them', async () => {
    const file = Readable.from([Buffer.from('sku,price\nA,1\nB,2\nC,3\n')]);
    const log: string[] = [];
    for await (const { line } of readNamedRows(file, ['sku', 'price'], 3)) {
      log.push(`row ${line}`);
      void nextTurn().then(() => log.push(`after row ${line}`));
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until);
    }
    expect(log.slice(0, 5)).toEqual(['row 2', 'after row 2', 'row 3', 'after row 3', 'row 4']);
  });
});
