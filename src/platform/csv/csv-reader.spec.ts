import fc from 'fast-check';
import { CsvFault, readCsv, type CsvRow } from './csv-reader.js';

async function* chunksOf(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < file.length; start += size) {
    yield await Promise.resolve(file.subarray(start, start + size));
  }
}

/** Reads the rows of a file, and the fault that ended them. */
async function read(
  file: string | Buffer,
  size = 10,
): Promise<{ rows: CsvRow[]; fault: CsvFault | null }> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsv(chunksOf(Buffer.from(file), size))) rows.push(row);
  } catch (error) {
    if (error instanceof CsvFault) return { rows, fault: error };
    throw error;
  }
  return { rows, fault: null };
}

describe('readCsv', () => {
  it.each([
    ['sep=;\r\nsku;name\r\nA;"x;y"', ['A', 'x;y']],
    ['\uFEFFSEP=,\nsku,name\nA,sep=', ['A', 'sep=']],
    ['sep=\t\rsku\tname\rsep=\t', ['sep=', '']],
    ['"sep=;"\nsku;name\nA;x', ['A', 'x']],
    ['sep=;;;\nsku;name\nA;x', ['A', 'x']],
  ])('takes the separator that Excel writes first: %j', async (file, cells) => {
    for (const size of [1, 100]) {
      expect(await read(file, size)).toEqual({
        rows: [
          { line: 2, cells: ['sku', 'name'] },
          { line: 3, cells },
        ],
        fault: null,
      });
    }
  });

  it.each(['\n', '\r\n', '\r'])('tells on which line each row begins: %j', async (end) => {
    const file = ['a,b', `"one${end}two${end}three",x`, '', 'c,d', ', ', '', '"e",'].join(end);
    for (const last of ['', end, end + end]) {
      for (let size = 1; size <= file.length + 2; size += 1) {
        expect(await read(file + last, size)).toEqual({
          rows: [
            { line: 1, cells: ['a', 'b'] },
            { line: 2, cells: [`one${end}two${end}three`, 'x'] },
            { line: 6, cells: ['c', 'd'] },
            { line: 9, cells: ['e', ''] },
          ],
          fault: null,
        });
      }
    }
  });

  it('takes a byte order mark for none, and doubled quotes for one', async () => {
    const { rows } = await read('\uFEFF"a ""b""",é漢😀\n');
    expect(rows).toEqual([{ line: 1, cells: ['a "b"', 'é漢😀'] }]);
  });

  it('reads the same however the file is cut', async () => {
    const file = fc
      .array(fc.constantFrom('"', ',', '\n', '\r', 'a', 'é', '😀', '""'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const whole = await read(text, 1000);
        const cut = await read(text, size);
        expect(cut.rows).toEqual(whole.rows);
        expect(cut.fault?.message).toBe(whole.fault?.message);
        expect(cut.fault?.line).toBe(whole.fault?.line);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, string | Buffer, number, number, string]>([
    ['a quote that is not closed', 'a\nb\n"c\nd', 2, 3, 'closing quote is missing'],
    ['text after a closing quote', 'a\n"b"c\nd', 1, 2, 'quote in the wrong place'],
    ['a quote in the middle of a cell', 'a\nb 7"\nd', 1, 2, 'quote in the wrong place'],
    ['Latin-1', Buffer.from('a\nb\nCaf\u00e9\nd', 'latin1'), 2, 3, 'is not UTF-8'],
    ['UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le'), 0, 1, 'is not UTF-8'],
    ['half a character at the end', Buffer.from('a\n\u00e9').subarray(0, -1), 1, 2, 'is not UTF-8'],
  ])('stops at %s, after the rows before it', async (_, file, count, line, message) => {
    for (const size of [1, 3, 1000]) {
      const { rows, fault } = await read(file, size);
      expect([size, fault?.line, fault?.message]).toEqual([
        size,
        line,
        expect.stringContaining(message),
      ]);
      expect(rows.length).toBeGreaterThanOrEqual(count);
    }
  });

  it('reads a line of megabytes that is cut within characters, and finds what is not UTF-8 in it', async () => {
    const cell = 'é'.repeat(1_000_000);
    const { rows } = await read(`a\n${cell}`, 99_999);
    expect(rows[1]!.cells[0] === cell).toBe(true);
    const broken = Buffer.concat([Buffer.from(`a\n${cell}`), Buffer.of(0xe9), Buffer.from(cell)]);
    expect((await read(broken, 99_999)).fault?.message).toContain('is not UTF-8');
  });

  it.each([
    ['a cell', 'x'],
    ['cells, some with line breaks,', ',"\n"'],
  ])('does not collect %s without end', async (_, unit) => {
    const size = 64 * 1024;
    let served = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('sku\n');
      for (; served < 64; served += 1) yield await Promise.resolve(Buffer.alloc(size * 16, unit));
    }
    const rows: CsvRow[] = [];
    const reading = (async () => {
      for await (const row of readCsv(endless())) rows.push(row);
    })();
    await expect(reading).rejects.toThrow('more than 8 MiB');
    expect(rows).toHaveLength(1);
    expect(served).toBeLessThan(12);
  });
});
