// `npm run bench:routes`: the processor time of every GET of the OpenAPI documents on the demo data, next to a bare Nest application. See
// bench/README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashSync } from '@node-rs/argon2';
import { drain } from './load/requests.js';
import { Meter, timePerRequest } from './measure/processor-time.js';
import { say } from './report/say.js';
import { Scope } from './shop/scope.js';
import { startService, stop } from './shop/service.js';
import { nodeProgram } from './shop/tools.js';
import { openWorkspace, query } from './shop/workspace.js';

const DOCUMENTS = join(import.meta.dirname, '../dist/openapi');
const AT_ONCE = 16;
const PERSON = { email: 'owner@bench.example', password: 'nine turtles in a row' };
/** Path parameters by name, as SQL. */
const VALUES = {
  sku: 'SELECT sku FROM products ORDER BY id LIMIT 1',
  order_number: `SELECT order_number FROM orders o WHERE client_id = 1 AND NOT is_test
    ORDER BY (SELECT count(*) FROM shipments s WHERE s.order_id = o.id) DESC, id LIMIT 1`,
  shipment_id:
    'SELECT shipment_id FROM documents WHERE shipment_id IS NOT NULL ORDER BY id LIMIT 1',
  code: 'SELECT code FROM plans ORDER BY id LIMIT 1',
};
/** Tables of `{id}`, by the part of the path before it. */
const TABLES = { imports: 'catalog_imports', documents: 'documents' };

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '/' }, seconds: { type: 'string', default: '1' } },
});
const workspace = await openWorkspace();
const scope = new Scope();
try {
  await measure();
} finally {
  await scope.close();
  await workspace.close();
}

async function measure() {
  const bare = await startBareNest();
  const url = await workspace.emptyDatabase(scope);
  const service = await startService(scope, workspace.folder, {
    url,
    env: {
      DEMO_DATA: 'true',
      GATEWAY: 'sandbox',
      ALLOW_IN_PRODUCTION: 'http,mail,database,demo,sandbox,two_factor',
    },
  });
  const callers = await callersOf(service, url);
  say(`${'node µs'.padStart(8)} ${'PG µs'.padStart(7)}  GET`);
  await row(bare, '/api/things/one', { authorization: 'none' }, 'bare Nest');
  for (const { path, headers } of await routes(url, callers)) {
    if (new RegExp(options.only).test(path)) await row(service, path, headers, path);
  }
}

async function startBareNest() {
  const script = join(import.meta.dirname, 'limits/bare-nest.js');
  const child = spawn(nodeProgram(), [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  scope.defer(() => stop(child));
  const [port] = await once(child.stdout, 'data');
  return { baseUrl: `http://127.0.0.1:${Number(port)}`, pid: child.pid };
}

/** Finds the headers of a store, of an operator's script and of a signed-in member, by document. */
async function callersOf({ baseUrl, adminToken }, url) {
  const admin = { authorization: `Bearer ${adminToken}` };
  const send = async (path, body, headers) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const domain = 'bench.example';
  const { data } = await (await send('/admin/clients/1/tokens', { domain }, admin)).json();
  await query(
    url,
    `UPDATE api_tokens SET may_read_wallet = true WHERE domain = '${domain}';
     WITH person AS (
       INSERT INTO users (email, name, kind, password_hash, is_demo)
       VALUES ('${PERSON.email}', 'Bench', 'client', '${hashSync(PERSON.password)}', true) RETURNING id)
     INSERT INTO members (user_id, client_id, role) SELECT id, 1, 'owner' FROM person`,
  );
  const signedIn = await send('/dashboard/api/session', PERSON, {});
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  return {
    store: { authorization: `Bearer ${data.token}`, 'x-client-domain': domain },
    admin,
    dashboard: { cookie },
  };
}

/** Makes a request for every GET of the documents whose path parameters the demo has. */
async function routes(url, callers) {
  const found = [];
  for (const [name, headers] of Object.entries(callers)) {
    const { paths } = JSON.parse(await readFile(join(DOCUMENTS, `${name}-api.json`), 'utf8'));
    for (const [template, { get }] of Object.entries(paths)) {
      const path = get && (await filled(url, template));
      if (path) found.push({ path, headers });
    }
  }
  return found;
}

async function filled(url, template) {
  let path = template;
  for (const [text, name] of template.matchAll(/\{(\w+)\}/g)) {
    const [, before] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(template);
    const sql =
      VALUES[name] ??
      `SELECT id FROM ${TABLES[before] ?? before.replaceAll('-', '_')} ORDER BY id LIMIT 1`;
    const [found] = await query(url, sql).catch(() => []);
    if (found === undefined) return null;
    path = path.replace(text, encodeURIComponent(Object.values(found)[0]));
  }
  return path;
}

async function row({ baseUrl, pid }, path, headers, name) {
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
    const meter = new Meter([pid], workspace.postmaster);
    await ask(Number(options.seconds) * 500);
    const before = await meter.read();
    const count = await ask(Number(options.seconds) * 1_000);
    const { node, postgres } = timePerRequest(before, await meter.read(), count);
    say(`${node.toFixed(0).padStart(8)} ${postgres.toFixed(0).padStart(7)}  ${name}`);
  } catch (error) {
    say(`${'–'.padStart(8)} ${'–'.padStart(7)}  ${name}: ${error.message}`);
  } finally {
    agent.destroy();
  }
}
