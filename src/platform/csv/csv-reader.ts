import { TextDecoder } from 'node:util';
import { Parser, type Info } from 'csv-parse';
import { LIMITS } from '../config/limits.js';
import { namedSeparator, type Separator } from '../table-file/separator.js';

/** A row of a file. */
export interface CsvRow {
  /** Line on which the row begins; 1 is the file's first. */
  line: number;
  cells: string[];
}

/** Error at the line from which on the file cannot be read. */
export class CsvFault extends Error {
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`${problem}; the rest was not read`);
  }
}

/** Longer lines are passed on in chunks. */
const HELD_BYTES = 1024 * 1024;

/**
 * Yields the rows of a CSV file in UTF-8 as it arrives, without blank lines. At most one row of a few megabytes is in
 * memory, for any content.
 *
 * @throws CsvFault after the rows before it
 */
export async function* readCsv(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRow, void> {
  let parser = new RowParser();
  let isBegun = false;
  try {
    for await (const chunk of wellFormed(source)) {
      if (!isBegun) parser = new RowParser(separatorOf(chunk));
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

/**
 * Collects rows as the library's parser finds them: on an error, the parser discards the rows that were not read from it.
 */
class RowParser {
  private rows: CsvRow[] = [];
  private line: number;
  private rowsSeen = 0;
  /** Bytes since the end of the last row. */
  private bytes = 0;
  private isBroken = false;
  private readonly parser: Parser;

  /** @param named separator that the first line names; that line is no row */
  constructor(named?: Separator) {
    this.line = named === undefined ? 1 : 2;
    this.parser = new Parser({
      delimiter: named ?? ',',
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

  /** Returns the completed rows. */
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
    this.rows.push({ line: this.line + blank, cells });
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

/** Returns the separator that the first line names, as Excel writes it; undefined: it names none. */
function separatorOf(beginning: Buffer): Separator | undefined {
  const text = beginning
    .subarray(0, 16)
    .toString()
    .replace(/^\uFEFF/, '');
  return namedSeparator(text)?.separator;
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

/** Yields the file up to the first line that is not UTF-8. @throws CsvFault */
async function* wellFormed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    const { length, lines } = wellFormedLines(decoder, chunk);
    const isBroken = length < chunk.length;
    const whole = isBroken ? length : chunk.lastIndexOf('\n') + 1;
    line += lines;
    if (whole > 0) yield Buffer.concat([...begun.splice(0), chunk.subarray(0, whole)]);
    if (isBroken) throw notUtf8(line);
    begun.push(chunk.subarray(whole));
    if (begun.reduce((sum, { length: bytes }) => sum + bytes, 0) > HELD_BYTES) {
      yield* begun;
      begun = [];
    }
  }
  if (!isComplete(decoder)) throw notUtf8(line);
  if (begun.length > 0) yield Buffer.concat(begun);
}

/** Returns the bytes and lines before the invalid line. */
function wellFormedLines(decoder: TextDecoder, chunk: Buffer): { length: number; lines: number } {
  let length = 0;
  for (let lines = 0; ; lines += 1) {
    const lineBreak = chunk.indexOf('\n', length);
    const end = lineBreak < 0 ? chunk.length : lineBreak + 1;
    try {
      decoder.decode(chunk.subarray(length, end), { stream: true });
    } catch {
      return { length, lines };
    }
    length = end;
    if (lineBreak < 0) return { length, lines };
  }
}

/** Returns false if the last character is incomplete. */
function isComplete(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function notUtf8(line: number): CsvFault {
  return new CsvFault(line, 'is not UTF-8: save the file as "CSV UTF-8"');
}
