import { isUtf8 } from 'node:buffer';
import { Parser, type Info } from 'csv-parse';
import { LIMITS } from '../config/limits.js';
import { namedSeparator, recognizeSeparator } from '../table-file/separator.js';

export interface CsvRow {
  /** Line on which the row begins; 1 is the file's first. */
  line: number;
  cells: string[];
  /** Positions of cells that are no codes any more, because a spreadsheet has changed them; undefined: not known. */
  lost?: readonly number[];
}

/** Error of a file that cannot be read from a line on. */
export class CsvFault extends Error {
  constructor(
    readonly line: number,
    readonly problem: string,
  ) {
    super(`${problem}; the rest was not read`);
  }
}

/** Longer lines are passed on in chunks. */
const HELD_BYTES = 1024 * 1024;
/** Length of the beginning that is searched for the header. */
const HEADER_BYTES = 32 * 1024;
/** First characters of an Excel workbook. */
const ZIP_MARK = 'PK\u0003\u0004';

/**
 * Yields the rows of a CSV file in UTF-8 as it arrives, without those that have no text. The header shows the separator.
 * - never holds more than one row of a few megabytes in memory
 *
 * @throws CsvFault after the rows before it
 */
export async function* readCsv(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRow, void> {
  let parser = new RowParser();
  let isBegun = false;
  try {
    for await (const chunk of wellFormed(source)) {
      if (!isBegun) parser = new RowParser(chunk.toString('utf8', 0, HEADER_BYTES));
      isBegun = true;
      await parser.write(chunk);
      yield* parser.take();
    }
    await parser.end();
  } catch (error) {
    // The parser looks ahead: the last row before the error may still be inside it.
    if (error instanceof CsvFault) await parser.end().catch(() => undefined);
    yield* parser.take();
    throw error;
  }
  yield* parser.take();
}

/** Collects rows as the library's parser finds them. On an error, the parser would discard the rows that were not read from it. */
class RowParser {
  private rows: CsvRow[] = [];
  private line: number;
  private rowsSeen = 0;
  /** Bytes since the end of the last row. */
  private bytes = 0;
  private isBroken = false;
  private readonly parser: Parser;

  /** @param beginning the beginning of the file; a first line that names the separator is not a row */
  constructor(beginning = '') {
    const text = beginning.replace(/^\uFEFF/, '');
    const named = namedSeparator(text);
    const header = /[^\r\n]+/.exec(text)?.[0] ?? '';
    this.line = named === undefined ? 1 : 2;
    this.parser = new Parser({
      delimiter: named?.separator ?? recognizeSeparator(header),
      // Counts rows, of which the first one is the first line.
      from: this.line,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], info: Info) => this.keep(cells, info),
    });
    this.parser.on('error', () => undefined).resume();
  }

  /** Parses a chunk. @throws CsvFault */
  async write(chunk: Buffer): Promise<void> {
    await this.feed((done) => this.parser.write(chunk, done));
    this.limitRow(chunk.length);
  }

  /** Ends the file. Has no effect after an error of the rows. @throws CsvFault */
  async end(): Promise<void> {
    if (!this.isBroken) await this.feed((done) => this.parser.end(done));
  }

  /** Takes the completed rows. */
  take(): CsvRow[] {
    return this.rows.splice(0);
  }

  private async feed(send: (done: (error?: Error | null) => void) => void): Promise<void> {
    const error = await new Promise<Error | null>((resolve) => {
      send((problem) => resolve(problem ?? null));
    });
    if (error !== null) throw this.fault(quoteProblem(error));
  }

  private keep(cells: string[], { empty_lines: blank }: Info): undefined {
    // Spreadsheets write rows that were cleared as separators.
    const hasText = cells.some((cell) => cell.trim() !== '');
    if (hasText) this.rows.push({ line: this.line + blank, cells });
    this.line += 1 + lineBreaks(cells);
  }

  /** Limits the row in bytes. The library's own limit counts characters, so it does not count empty cells. */
  private limitRow(bytes: number): void {
    const { records, empty_lines: blank } = this.parser.info;
    this.bytes = records + blank === this.rowsSeen ? this.bytes + bytes : 0;
    this.rowsSeen = records + blank;
    if (this.bytes > LIMITS.importRowBytes) {
      throw this.fault(`is a row of more than ${LIMITS.importRowBytes / 1024 / 1024} MiB`);
    }
  }

  private fault(problem: string): CsvFault {
    this.isBroken = true;
    return new CsvFault(this.line + this.parser.info.empty_lines, problem);
  }
}

function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function quoteProblem(error: Error): string {
  switch ((error as { code?: string }).code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a cell whose closing quote is missing';
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'has a quote in the wrong place: quote the cell and double each quote inside it, such as "12"" pipe"';
    default:
      throw error;
  }
}

/** Yields the file up to the first line that is not UTF-8. @throws CsvFault for that line, and for a workbook */
async function* wellFormed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let line = 1;
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    if (line === 1 && chunk.toString('latin1', 0, ZIP_MARK.length) === ZIP_MARK) {
      throw new CsvFault(line, 'is an Excel workbook: save it as "CSV UTF-8"');
    }
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      const lines = Buffer.concat([...begun.splice(0), chunk.subarray(0, end)]);
      const sound = wellFormedLines(lines);
      line += sound.count;
      if (sound.length > 0) yield lines.subarray(0, sound.length);
      if (sound.length < lines.length) throw notUtf8(line);
    }
    begun.push(chunk.subarray(end));
    if (begun.reduce((sum, { length: bytes }) => sum + bytes, 0) > HELD_BYTES) {
      const part = Buffer.concat(begun);
      const sound = wellFormedPart(part);
      if (sound === undefined) throw notUtf8(line);
      yield sound;
      begun = [part.subarray(sound.length)];
    }
  }
  const rest = Buffer.concat(begun);
  if (!isUtf8(rest)) throw notUtf8(line);
  if (rest.length > 0) yield rest;
}

/** Measures the lines before the first one that is not UTF-8. A line break is never a part of another character. */
function wellFormedLines(lines: Buffer): { length: number; count: number } {
  const isSound = isUtf8(lines);
  let [length, count] = [0, 0];
  for (let end = 0; (end = lines.indexOf('\n', length) + 1) > 0; count += 1) {
    if (!isSound && !isUtf8(lines.subarray(length, end))) break;
    length = end;
  }
  return { length, count };
}

/** Leaves out a last character that is not complete; undefined: the part is not UTF-8. */
const wellFormedPart = (part: Buffer): Buffer | undefined =>
  [0, 1, 2, 3].map((cut) => part.subarray(0, part.length - cut)).find((each) => isUtf8(each));

function notUtf8(line: number): CsvFault {
  return new CsvFault(line, 'is not UTF-8: save the file as "CSV UTF-8"');
}
