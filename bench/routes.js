// `npm run bench:routes`: the processor time and the statements of every GET of the OpenAPI documents on the demo data, next to a bare Nest
// application. A whole run writes bench/routes.md. See bench/README.md.
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNest } from './limits/limits.js';
import { drain } from './load/requests.js';
import { machine } from './measure/machine.js';
import { Meter, timePerRequest } from './measure/processor-time.js';
import { say } from './report/say.js';
import { describeMachine, markdown } from './report/tables.js';
import { Bench } from './rows/bench.js';
import { documentedGets } from './shop/documented-gets.js';
import { Scope } from './shop/scope.js';
import { startService } from './shop/service.js';
import { openWorkspace, query } from './shop/workspace.js';

const PAGE = join(import.meta.dirname, 'routes.md');
const STATEMENTS = join(import.meta.dirname, '../test/access/statements.txt');
const HEAD = ['GET', 'Node µs', 'PostgreSQL µs', 'statements', 'why'];
const AT_ONCE = 16;
const DEMO = {
  DEMO_DATA: 'true',
  GATEWAY: 'sandbox',
  ALLOW_IN_PRODUCTION: 'http,mail,database,demo,sandbox,two_factor',
};
/** Calls of stores are measured for this many times as long, because V8 needs some thousand requests to reach its usual speed. */
const OF_STORES = 6;
/** Another path of a route, with the page length of a goal. */
const SHORT_PAGE = '/api/orders?limit=50';
/** A GET that takes Node longer needs a reason. */
const LONG_US = 1_000;
/** Reasons by a pattern of the path; the first that fits. */
const REASONS = [
  [/pdf$|documents\/export$/, 'draws PDFs'],
  [/export$|count-sheet$/, 'writes a file of all rows'],
  [/reports|closing$|sums$|overview$/, 'sums a month of orders, documents or journals'],
  [/search$/, 'searches orders, clients, products and receipts'],
  [
    /(orders|products|clients|receipts|audit|approvals|tokens|statement|pick-list)$/,
    'shows a page of rows with parts of other tables',
  ],
  [/\{\w+\}|tax-/, 'reads several tables in one snapshot'],
];

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, seconds: { type: 'string', default: '1' } },
});
const workspace = await openWorkspace();
const scope = new Scope();
try {
  const table = markdown(HEAD, await measure(options.only === ''));
  say(table);
  if (options.only === '') await writeFile(PAGE, await pageOf(table));
} finally {
  await scope.close();
  await workspace.close();
}

/** @returns {Promise<string[][]>} the cells of each row */
async function measure(isWhole) {
  const url = await workspace.emptyDatabase(scope);
  const env = { ...DEMO, DATA_DIR: workspace.folder };
  const service = await startService(scope, workspace.folder, { url, env });
  const demo = JSON.parse(await readFile(join(workspace.folder, 'demo.json'), 'utf8'));
  const gets = await documentedGets(service.baseUrl, demo, (sql) => query(url, sql));
  const page = gets.findIndex(({ template }) => template === '/api/orders');
  gets.splice(page + 1, 0, { ...gets[page], template: SHORT_PAGE, path: SHORT_PAGE });
  const rows = [];
  if (isWhole) {
    const thing = { path: '/api/things/one', headers: { authorization: 'none' } };
    const answer = { status: 200, headers: {}, body: Buffer.from('thing') };
    const bare = await startNest(new Bench(workspace, {}), scope, answer);
    rows.push(await row(bare, thing, 'a bare Nest application'));
  }
  const statements = await readFile(STATEMENTS, 'utf8');
  for (const get of gets) {
    const { path, template } = get;
    if (path === null || !new RegExp(options.only).test(template)) continue;
    const [route] = template.split('?');
    const line = statements.split('\n').find((text) => text.endsWith(`  ${route}`));
    rows.push(await row(service, get, `\`${template}\``, line?.trim().split('  ')[0]));
  }
  return rows;
}

async function row({ baseUrl, pid }, { path, template, headers }, name, statements = '') {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = async (ms) => {
    const until = performance.now() + ms;
    const answered = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        let count = 0;
        for (; performance.now() < until; count += 1)
          await drain(`${baseUrl}${path}`, headers, agent);
        return count;
      }),
    );
    return answered.reduce((sum, count) => sum + count, 0);
  };
  try {
    const ms = Number(options.seconds) * 1_000 * (path.startsWith('/api/') ? OF_STORES : 1);
    const meter = new Meter([pid], workspace.postmaster);
    await ask(ms / 2);
    const before = await meter.read();
    const count = await ask(ms);
    const { node, postgres } = timePerRequest(before, await meter.read(), count);
    const why = node < LONG_US ? '' : reasonOf(template);
    return [name, node.toFixed(0), postgres.toFixed(0), statements, why];
  } catch (error) {
    return [name, '–', '–', statements, `refused: ${error.message.split(' ').at(-1)}`];
  } finally {
    agent.destroy();
  }
}

function reasonOf(template) {
  return REASONS.find(([pattern]) => pattern.test(template))?.[1] ?? 'not known';
}

async function pageOf(table) {
  const run = describeMachine({ ...machine(), postgres: await workspace.postgresVersion() });
  const date = new Date().toISOString().slice(0, 10);
  return `# GETs

Processor time of every GET of the OpenAPI documents on the demo data, ${AT_ONCE} callers for a second, for ${OF_STORES} of the calls of stores; the statements that it sends for itself are those
of [a test](../test/access/statements.txt). \`npm run bench:routes\` writes this page ([more](README.md)).

${date}: ${run}.

${table}
`;
}
