import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from '../support/processes/command-line.js';
import { connectionUrl } from '../support/database/database.js';
import { expectInvariants, sqlOn } from './support/books.js';
import { Figures } from './support/figures.js';
import { size } from './support/run.js';
import { stagedDatabase, stagedFolder } from './support/stage.js';

const ROWS = size(100_000, 40_000);
/** Smaller than the program and the rows of the file together. */
const HEAP_MB = 96;
/** Node 20's default. Newer ones let new objects take more memory next to the heap. */
const SEMI_SPACE_MB = 16;
const LIMIT_MB = 250;
const POLL_MS = 50;

/** Writes a catalog file of about 300 bytes a row. */
function catalogFile(rows: number): string {
  const lines = ['sku,name,description,base_price,delivery_charge,stock'];
  for (let row = 0; row < rows; row += 1) {
    const description = `No. ${row} ${'is hand-made of the finest brass. '.repeat(7)}`;
    lines.push(`IMPORT-${row},Product ${row},"${description}",${100 + (row % 900)}.50,40,${row}`);
  }
  return lines.join('\n');
}

it(`a file of ${ROWS} rows is imported by a process that could not hold its rows`, async () => {
  const figures = new Figures('import of a large file');
  const connection = await stagedDatabase();
  const folder = await stagedFolder();
  const content = catalogFile(ROWS);
  await writeFile(join(folder, 'catalog.csv'), content);
  const startedAt = performance.now();
  const cli = spawn(
    process.execPath,
    [
      ...[`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
      ...[CLI, 'import', 'catalog.csv'],
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_URL: connectionUrl(connection), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [cli.stdout, cli.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  const ended = once(cli, 'close');
  let peak = 0;
  while (cli.exitCode === null && cli.signalCode === null) {
    const status = await readFile(`/proc/${cli.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
    await sleep(POLL_MS);
  }
  await ended;
  figures.keep('file', content.length / 1024 ** 2, { unit: 'MB' });
  figures.keep('imported within', (performance.now() - startedAt) / 1000, { unit: 's' });
  figures.within('memory of the process at most', peak, LIMIT_MB, 'MB');
  expect(output).toContain(`${ROWS} rows: ${ROWS} created, 0 updated, 0 unchanged`);
  const [stored] = await sqlOn(connection)`
    SELECT count(*)::integer AS count, sum(level.on_hand)::text AS units
      FROM stock_levels level JOIN products product ON product.id = level.product_id
      WHERE product.sku LIKE 'IMPORT-%'`;
  expect(stored).toEqual({ count: ROWS, units: String((ROWS * (ROWS - 1)) / 2) });
  expect(peak).toBeLessThanOrEqual(LIMIT_MB);
  await expectInvariants(connection);
});
