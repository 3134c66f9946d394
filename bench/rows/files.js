import { strToU8, zipSync } from 'fflate';
import { figureRow } from './comparison.js';
import { openStock } from './reads.js';
import { say } from '../report/say.js';

const COUNT = 'sku,variation,counted,last_movement,note\n';
const NOTE = 'long words '.repeat(25);
const CSV = 'text/csv';
const COUNT_PATH = '/admin/stock/count?dry_run=true';
const lines = (count, line) => Array.from({ length: count }, (_, n) => line(n)).join('');

/** Files that operators upload repeatedly, and the status of the answer. */
const FILES = {
  tag: {
    what: 'a workbook with a tag of two million letters',
    path: COUNT_PATH,
    status: 422,
    content: () => zipSync({ 'xl/worksheets/sheet1.xml': strToU8(`<${'x'.repeat(2_000_000)}`) }),
  },
  quote: {
    what: 'a CSV file of 4 MB with an unclosed quotation mark',
    path: COUNT_PATH,
    status: 422,
    content: () => `${COUNT}"${'a,'.repeat(2_000_000)}`,
  },
  sheet: {
    what: 'a count sheet of 50,000 rows and 15 MB',
    path: COUNT_PATH,
    status: 200,
    content: () => COUNT + lines(50_000, (n) => `S-${n},,${n % 90},0,${NOTE}\n`),
  },
  catalog: {
    what: 'a catalog of 5,000 products and 20 MB',
    path: '/admin/products/import?dry_run=true',
    status: 200,
    content: () =>
      'sku,name,base_price,delivery_charge,description\n' +
      lines(5_000, (n) => `F-${n},Cup,1,1,${NOTE.repeat(14)}\n`),
  },
};

/** The p99 of polls while a file is read, for each of some files. */
export const FILE_ROWS = Object.entries(FILES).map(([name, file]) =>
  figureRow({
    name: `files-${name}`,
    service: `p99 of stock while ${file.what} is read`,
    unit: 'ms',
    goal: { atMost: 50 },
    figures: (bench, scope) => stockDuringFiles(bench, scope, file),
  }),
);

/** Measures one p99 of stock for each round. */
async function stockDuringFiles(bench, scope, { path, status, content }) {
  const shop = await bench.openShop(scope);
  const load = await openStock(bench, shop);
  const body = content();
  const perSecond = (await load.round()).perSecond / 2;
  const p99s = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    let isOver = false;
    let files = 0;
    const uploads = (async () => {
      for (; !isOver; files += 1) {
        const answer = await fetch(`${shop.baseUrl}${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${shop.adminToken}`, 'Content-Type': CSV },
          body,
        });
        if (answer.status !== status) throw new Error(`${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }
    })();
    p99s.push(await load.p99Ms(perSecond));
    isOver = true;
    await uploads;
    say(`${files} files were read`);
  }
  return p99s;
}
