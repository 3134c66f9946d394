import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { readTableRows } from '../../src/platform/csv/table-batches.js';
import { FileImportsJob } from '../../src/dashboard/products/file-imports/file-imports.job.js';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { FILE_WORKERS } from '../../src/platform/file-reading/file-workers.js';
import { runAs } from '../../src/platform/http/request-context.js';
import { OPERATOR } from '../support/app.js';
import { givenPng, pngChunk } from '../support/documents/pictures.js';
import { eventually } from '../support/eventually.js';
import { atEndOfSuite } from '../support/native/end-of-suite.js';
import { run, scratchFolder } from '../support/processes/run.js';
import { givenPlan, givenProduct } from '../support/shop/given.js';
import { utf16, withSheet, workbook } from '../support/shop/supplier-file.js';
import { givenSuite } from '../support/shop/shop.js';

const MIB = 1024 * 1024;
const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const COUNT = 'sku,variation,counted,last_movement';
/** Pause between two polls. Without it, they would take as much processor time as all files. */
const POLL_PAUSE_MS = 20;

const { app, shop } = await givenSuite({ RATE_LIMIT_PER_MINUTE: '1000000' });
const { sku } = await givenProduct(app);
const { code: plan } = await givenPlan(app);
const { limitMs, idleMs } = FILE_WORKERS;
const readers: ChildProcess[] = [];
const keep = (started: unknown): unknown =>
  readers.push((started as { process: ChildProcess }).process);
subscribe('child_process', keep);
atEndOfSuite(() => Promise.resolve(unsubscribe('child_process', keep)));
afterEach(() => {
  Object.assign(FILE_WORKERS, { limitMs, idleMs });
});

/** Paths of all files that people upload, by a short name. */
const PATHS = {
  bank: 'transfers/match',
  catalog: 'products/import',
  clients: 'clients/import?dry_run=true',
  count: 'stock/count?dry_run=true',
  imports: 'catalog-imports?file_name=a.csv',
  prices: `price-lists/import?plan=${plan}`,
  shipments: 'shipments/import',
};
type To = keyof typeof PATHS;
interface Answer {
  status: number;
  code?: string;
  message?: string;
  /** In the queue. */
  place?: string;
}

async function upload(to: To, content: string | Buffer): Promise<Answer> {
  const isWorkbook = Buffer.from(content).toString('latin1', 0, 2) === 'PK';
  const path = `/admin/${PATHS[to]}`;
  const type = isWorkbook ? XLSX : CSV;
  const { status, body, headers } = await app.sendRaw('post', path, OPERATOR, content, type);
  return { status, ...(body as object), place: headers['x-queue-place']! };
}

/** Polls a store's stock, one poll after the other, until a call has ended; every poll is answered. */
async function duringPolls<T>(call: () => Promise<T>): Promise<{ result: T; polls: number }> {
  const sent = { isEnded: false };
  const calling = call().finally(() => (sent.isEnded = true));
  let polls = 0;
  while (!sent.isEnded) {
    await app.get(`/api/products/${sku}/stock`, shop.client.headers).expect(200);
    if (!sent.isEnded) polls += 1;
    await pause(POLL_PAUSE_MS);
  }
  return { result: await calling, polls };
}

const isGone = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
/** Waits until no process is left, except perhaps one of each lane that waits for another file. */
const mostGone = () => eventually(() => readers.filter(isGone).length >= readers.length - 2);
const allGone = () => eventually(() => readers.every(isGone));

const BOOK = workbook([COUNT.split(','), ['A', '', 1, 1]]);
const sheetWith = (xml: string): Buffer =>
  withSheet(BOOK, (sheet) => sheet.replace('<sheetData>', `<sheetData>${xml}`));
const million = (text: string, millions = 1) => text.repeat((millions * 1_000_000) / text.length);
const withText = (text: string): Buffer =>
  sheetWith(`<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`);

const WORKBOOKS: [string, () => Buffer, RegExp][] = [
  ['a tag of a million letters', () => sheetWith(`<${million('x')}>`), /a tag of more than 16384/],
  ['many attributes', () => sheetWith(`<row ${million('a="1" ')}/>`), /a tag of more/],
  ['a long text', () => withText(million('x')), /a text of more than 32767/],
  ['a long text of references', () => withText(million('&lt;')), /a text of more than 32767/],
  ['elements inside each other', () => sheetWith(million('<a>')), /more than 100 elements/],
  [
    'a bomb',
    () => withSheet(BOOK, (sheet) => sheet, { 'xl/b.xml': new Uint8Array(33 * MIB) }),
    /too large/,
  ],
  ['a far column', () => sheetWith('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /too large/],
  ['a far row', () => sheetWith('<row r="9999999"/>'), /too large/],
  ['rows without end', () => sheetWith(million('<row/>')), /too large/],
  ['cells without end', () => sheetWith(`<row>${million('<c/>')}</row>`), /too large/],
  ['places that do not exist', () => sheetWith('<row r="1"><c r="ABCDE1"/></row>'), /damaged/],
  ['half of it', () => withText('a').subarray(0, 500), /damaged/],
  ['no files', () => Buffer.from(zipSync({ a: strToU8('b') })), /damaged/],
];
const quoted = (text: string): string => `${COUNT}\n"${text}`;
const TEXTS: [string, To, () => string | Buffer, string][] = [
  ['a quotation mark without end', 'count', () => quoted(million('a,', 1)), 'file_unreadable'],
  ['quotation marks in pairs', 'count', () => quoted(million('""', 1)), 'file_unreadable'],
  ['quoted lines without end', 'prices', () => quoted(million('\n', 1)), 'file_unreadable'],
  ['cells', 'bank', () => million(',', 1), 'file_unreadable'],
  ['lines', 'bank', () => million('\n', 1), 'file_unreadable'],
  ['zeros', 'shipments', () => million('\0', 4), 'file_unreadable'],
  ['UTF-16', 'bank', () => utf16(million('"', 1)), 'file_unreadable'],
  ['a catalog of cells', 'catalog', () => `sku\n${million(',')}`, 'import_refused'],
  ['a catalog of quotes', 'catalog', () => `sku\n"${million('a\n', 2)}`, 'import_refused'],
  ['a catalog in UTF-16', 'catalog', () => utf16(`sku\n"${million('"', 1.5)}`), 'import_refused'],
];

describe('while a hostile file is read, stores are answered:', () => {
  const files = [
    ...WORKBOOKS.map(
      ([name, make, text]) => [name, 'count', make, 'file_unreadable', text] as const,
    ),
    ...TEXTS.map(([name, to, make, code]) => [name, to, make, code, /./] as const),
    ...(['bank', 'clients', 'prices', 'shipments'] as const).map(
      (to) => [`a long tag to ${to}`, to, WORKBOOKS[0]![1], 'file_unreadable', /a tag/] as const,
    ),
  ];
  it.each(files)('%s', async (_, to, make, code, text) => {
    const content = make();
    const { result } = await duringPolls(() => upload(to, content));
    expect(result).toMatchObject({ status: 422, code, message: expect.stringMatching(text) });
    await mostGone();
  });

  it('a picture whose profile unpacks to far more, which is not read', async () => {
    const profile = Buffer.concat([Buffer.from('i\0\0'), deflateSync(Buffer.alloc(16 * MIB))]);
    const png = Buffer.concat([
      ...[givenPng().subarray(0, 33), pngChunk('iCCP', profile), givenPng().subarray(33)],
    ]);
    const body = { content_base64: png.toString('base64') };
    const { result } = await duringPolls(() => app.admin('put', 'brand/logo', body).then());
    expect(result).toMatchObject({ status: 200 });
    await mostGone();
  });
});

describe('a reader that takes too long', () => {
  it.each<[To, () => string | Buffer]>([
    ['count', () => quoted(million('""\n', 6))],
    ['bank', () => sheetWith(`<row r="1">${million('<c r="A1"><v>1</v></c>', 9)}</row>`)],
    ['imports', () => `sku,name\n${million('"""",""""\n', 24)}`],
  ])('is ended, and its file is refused: %s', async (to, make) => {
    FILE_WORKERS.limitMs = 100;
    const content = make();
    const { result, polls } = await duringPolls(() => upload(to, content));
    const message = expect.stringMatching(/^Reading the file takes longer than 0.1 s/);
    expect(result).toMatchObject({ status: 422, code: 'file_unreadable', message });
    expect(polls).toBeGreaterThan(0);
    await allGone();
    FILE_WORKERS.limitMs = limitMs;
    expect(await upload('count', `${COUNT}\n${sku},,7,0`)).toMatchObject({ status: 200 });
  });

  it('refuses an import in the background', async () => {
    Object.assign(app.service(FileImportsJob), { run: () => Promise.resolve() });
    expect(await upload('imports', 'sku,name\nA,Cup\n')).toMatchObject({ status: 201 });
    await allGone();
    FILE_WORKERS.limitMs = 1;
    expect(await app.service(FileImportsService).runNext()).toBe(true);
    const { body } = await app.admin('get', 'catalog-imports/1').expect(200);
    const problem = expect.stringMatching(/^Reading the file takes longer/);
    expect(body).toMatchObject({
      data: { state: 'refused', report: { problems: [{ line: 2, problem }] } },
    });
  });
});

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');
const filler = 'long words '.repeat(25);

describe('of many files', () => {
  it('a process that has read or refused one reads the next, and one that took too long does not', async () => {
    await allGone();
    const good = `${COUNT},note\n${sku},,7,0,${filler.repeat(70)}`;
    const bad = quoted(million('""'));
    FILE_WORKERS.idleMs = 60_000;
    const counts: number[] = [];
    for (const file of [good, bad, good, lines(30_000, () => filler), good]) {
      FILE_WORKERS.limitMs = file.length > bad.length ? 1 : limitMs;
      await upload('count', file);
      counts.push(readers.length);
      // As Ctrl-C does to all processes of a terminal.
      for (const reader of readers) if (!isGone(reader)) process.kill(reader.pid!, 'SIGINT');
    }
    const [first] = counts as [number];
    expect(counts).toEqual([first, first, first, first, first + 1]);
    await eventually(() => isGone(readers.at(-2)!));
    expect(isGone(readers.at(-1)!)).toBe(false);
    FILE_WORKERS.idleMs = idleMs;
    await upload('count', good);
    await allGone();
  });

  it('the eleventh of one person is refused, and those of others are read between', async () => {
    const folder = await scratchFolder();
    const [arriving, other] = [join(folder, 'arriving'), join(folder, 'other')];
    await Promise.all([run('mkfifo', [arriving]), writeFile(other, COUNT)]);
    const readAs = (actor: string, path: string) => runAs(actor, () => readTableRows(path, 1));
    // One is read as it arrives, and nine wait for their turns.
    const paths = [arriving, ...Array.from({ length: 9 }, () => other)];
    const read: string[] = [];
    const reading = paths.map((path) =>
      readAs('warehouse', path).then((rows) => (read.push('warehouse'), rows)),
    );
    const eleventh = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 });
    await expect(readAs('warehouse', other)).rejects.toEqual(eleventh);
    // Of another person: a large file is read at once, a small one as the next.
    const rest = lines(100, () => filler);
    expect(await upload('count', COUNT + rest)).toMatchObject({ status: 422, place: '1' });
    const small = readAs('finance', other).then(() => read.push('finance'));
    await writeFile(arriving, COUNT);
    await small;
    expect((await Promise.all(reading)).flat()).toHaveLength(10);
    expect(read.indexOf('finance')).toBe(1);
    await allGone();
  });
});
