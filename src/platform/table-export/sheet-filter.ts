import { strToU8, Unzip, Zip, ZipDeflate } from 'fflate';

const END = strToU8('</worksheet>');

/**
 * Adds a filter to the sheet of a workbook, which `hucre` cannot stream. Memory does not grow with the rows.
 *
 * @param workbook is not compressed
 * @param range returns the cells to filter, such as `A1:D10`; it is called after the last row
 */
export async function* withFilter(
  workbook: AsyncIterable<Uint8Array>,
  range: () => string,
): AsyncGenerator<Uint8Array, void> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  const unzip = new Unzip((file) => {
    const entry = new ZipDeflate(file.name, { level: 1 });
    zip.add(entry);
    const isSheet = file.name.startsWith('xl/worksheets/');
    let end = new Uint8Array();
    file.ondata = (error, bytes, isLast) => {
      if (error !== null) throw error;
      if (!isSheet) return entry.push(bytes, isLast);
      const known = Buffer.concat([end, bytes]);
      const cut = Math.max(0, known.length - END.length);
      entry.push(known.subarray(0, cut));
      end = Uint8Array.from(known.subarray(cut));
      if (isLast) entry.push(strToU8(`<autoFilter ref="${range()}"/></worksheet>`), true);
    };
    file.start();
  });
  for await (const bytes of workbook) {
    unzip.push(bytes);
    yield* ready.splice(0);
  }
  unzip.push(new Uint8Array(), true);
  zip.end();
  yield* ready;
}
