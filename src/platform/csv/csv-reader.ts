import { TextDecoder } from 'node:util';
import { Parser, type Info } from 'csv-parse';
import { LIMITS } from '../config/limits.js';

/** A row of a file. */
export interface CsvRow {
  /** On which it begins; 1 is the file's first. */
  line: number;
  cells: string[];
}

/** From this line on the file can't be read. */
export class CsvFault extends Error {
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`${problem}; nothing after it was read`);
  }
}

/** Longer lines are passed on in chunks. */
const HELD_BYTES = 1024 * 1024;

/**
 * Yields the rows of a CSV file in UTF-8 while it arrives, without blank lines. Regardless of the file's content, at
 * most one row of a few megabytes is held in memory.
 *
 * @throws CsvFault after the rows before it
 */
export async function* readCsv(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRow, void> {
  const parser = new RowParser();
  try {
    for await (const chunk of wellFormed(source)) {
      await parser.write(chunk);
      yield* parser.take();
    }
    await parser.end();
  } catch (error) {
    // A parser looks ahead: the last row before the fault may wait for what comes after it.
    if (error instanceof CsvFault) await parser.end().catch(() => undefined);
    yield* parser.take();
    throw error;
  }
  yield* parser.take();
}

/** Collects the rows as the library's parser finds them: on an error, the parser drops the rows not yet read from it. */
class RowParser {
  private rows: CsvRow[] = [];
  private line = 1;
  private rowsSeen = 0;
  /** Since the last row ended. */
  private bytes = 0;
  private isBroken = false;
  private readonly parser = new Parser({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record: (cells: string[], info: Info) => this.keep(cells, info),
  });

  constructor() {
    this.parser.on('error', () => undefined).resume();
  }

  /** @throws CsvFault */
  async write(chunk: Buffer): Promise<void> {
    await this.feed((done) => this.parser.write(chunk, done));
    this.limitRow(chunk.length);
  }

  /** Has no effect after a fault of the rows themselves. @throws CsvFault */
  async end(): Promise<void> {
    if (!this.isBroken) await this.feed((done) => this.parser.end(done));
  }

  /** Returns the rows that have come to their end. */
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

  /** The library's own limit counts characters: empty cells are free. */
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
      return 'has a quote in the wrong place: a cell with quotes in it has to stand in quotes, with those in it doubled';
    default:
      throw error;
  }
}

/** The file up to the line that is not UTF-8, and nothing of that. @throws CsvFault */
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
  yield* begun;
}

/** How far, and how many lines, up to the line at fault. */
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

/** Returns false when the last character lacks bytes. */
function isComplete(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function notUtf8(line: number): CsvFault {
  return new CsvFault(line, 'is not in UTF-8: save the file as "CSV UTF-8"');
}
