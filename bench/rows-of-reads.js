import { gzipSync } from 'node:zlib';
import { comparison, NotOffered } from './comparison.js';
import { startBare, startBareStatus } from './limits.js';
import { ReadLoad } from './read-load.js';
import { mean } from './survey.js';
import { query } from './workspace.js';

const CONNECTIONS = 64;
const POOL_SIZE = 10;
const ORDERS = 10_000;
/** How many products, or orders, are asked for. */
const ASKED = 1_000;

export const READ_ROWS = [
  comparison({
    name: 'stock',
    service: 'GET /api/products/{sku}/stock, random SKUs',
    limit: 'bare node:http, a buffer of as many bytes',
    goal: { atLeast: 0.6 },
    prepare: (bench, scope) => prepareAlike(bench, scope, stockPaths),
  }),
  comparison({
    name: 'product',
    service: 'GET /api/products/{sku}, random SKUs',
    limit: 'bare node:http, a buffer of as many bytes',
    goal: { atLeast: 0.6 },
    prepare: (bench, scope) => prepareAlike(bench, scope, productPaths),
  }),
  comparison({
    name: 'list',
    service: 'GET /api/products, 1,000 products',
    limit: 'bare node:http, a buffer of the same bytes',
    goal: { atLeast: 0.7 },
    prepare: prepareList,
  }),
  comparison({
    name: 'list-gzip',
    service: 'the same, Accept-Encoding: gzip',
    limit: 'bare node:http, a buffer of the same, gzipped once',
    goal: { atLeast: 0.7 },
    prepare: prepareGzippedList,
  }),
  comparison({
    name: 'list-304',
    service: 'the same, If-None-Match with the current ETag',
    limit: 'bare node:http, a bare 304',
    goal: { atLeast: 0.6 },
    prepare: prepareUnchangedList,
  }),
  comparison({
    name: 'changes',
    service: 'GET /api/changes?since=…, nothing new',
    limit: 'bare node:http, a buffer of as many bytes',
    goal: { atLeast: 0.6 },
    prepare: (bench, scope) => prepareAlike(bench, scope, changesPaths),
  }),
  comparison({
    name: 'stock-50',
    service: 'GET /api/stock?skus=…, 50 SKUs',
    limit: 'bare node:http, a buffer of as many bytes',
    goal: { atLeast: 0.5 },
    prepare: (bench, scope) => prepareAlike(bench, scope, manyStocksPaths),
  }),
  comparison({
    name: 'status',
    service: 'GET /api/orders/{order_number}/status, random orders',
    limit: 'bare node:http, a pool of 10, one prepared statement, JSON.stringify',
    goal: { atLeast: 0.6 },
    prepare: prepareStatus,
  }),
];

/** The service, and a bare server that answers as many bytes as it does on average. */
async function prepareAlike(bench, scope, pathsOf) {
  const shop = await bench.openShop(scope);
  const paths = await pathsOf(shop);
  const service = await openPaths(bench, shop, paths);
  const body = Buffer.alloc(Math.round(mean(service.answers, (answer) => answer.body.length)), ' ');
  const headers = contentHeaders(service.answers[0], body);
  const bare = await startBare(scope, bench.folder, { status: 200, headers, body });
  return sides(service, await openPaths(bench, { ...shop, baseUrl: bare }, paths));
}

async function prepareList(bench, scope) {
  const service = await openList(bench, await bench.openShop(scope));
  const [answer] = service.answers;
  const headers = contentHeaders(answer, answer.body);
  const bare = await startBare(scope, bench.folder, { status: 200, headers, body: answer.body });
  return sides(service, await openList(bench, { baseUrl: bare }));
}

async function prepareGzippedList(bench, scope) {
  const shop = await bench.openShop(scope);
  const plain = await openList(bench, shop);
  const [answer] = plain.answers;
  const asked = { ...shop.headers, 'Accept-Encoding': 'gzip' };
  const service = await openList(bench, { ...shop, headers: asked });
  if (service.answers[0].headers['content-encoding'] !== 'gzip') {
    throw new NotOffered('not offered: the service answers it plain');
  }
  const body = gzipSync(answer.body);
  const headers = { ...contentHeaders(answer, body), 'content-encoding': 'gzip' };
  const bare = await startBare(scope, bench.folder, { status: 200, headers, body });
  return sides(service, await openList(bench, { baseUrl: bare }));
}

async function prepareUnchangedList(bench, scope) {
  const shop = await bench.openShop(scope);
  const [{ headers: told }] = (await openList(bench, shop)).answers;
  const headers = { ...shop.headers, 'If-None-Match': told.etag };
  const service = await openList(bench, { ...shop, headers, status: 304 });
  const bare = await startBare(scope, bench.folder, {
    status: 304,
    headers: { etag: told.etag },
    body: Buffer.alloc(0),
  });
  return sides(service, await openList(bench, { baseUrl: bare, status: 304 }));
}

async function prepareStatus(bench, scope) {
  const shop = await bench.openShop(scope, { orders: ORDERS });
  const rows = await query(
    shop.database,
    `SELECT order_number FROM orders ORDER BY md5(order_number) LIMIT ${ASKED}`,
  );
  const target = {
    paths: rows.map((row) => `/api/orders/${row.order_number}/status`),
    connections: CONNECTIONS,
  };
  const bare = await startBareStatus(scope, bench.folder, {
    url: shop.database,
    clientId: shop.clientId,
    poolSize: POOL_SIZE,
  });
  const { baseUrl, headers } = shop;
  return sides(
    await ReadLoad.open(bench, { ...target, baseUrl, headers }),
    await ReadLoad.open(bench, { ...target, baseUrl: bare }),
  );
}

/** GET /api/products/{sku}/stock of a shop's SKUs. */
export async function openStock(bench, shop) {
  return openPaths(bench, shop, await stockPaths(shop));
}

async function openPaths(bench, { baseUrl, headers }, paths) {
  return ReadLoad.open(bench, { baseUrl, headers, paths, connections: CONNECTIONS });
}

const stockPaths = async (shop) =>
  (await skusOf(shop)).slice(0, ASKED).map((sku) => `/api/products/${sku}/stock`);

const productPaths = async (shop) =>
  (await skusOf(shop)).slice(0, ASKED).map((sku) => `/api/products/${sku}`);

const changesPaths = async (shop) => [`/api/changes?since=${await latestCursor(shop)}`];

/** Of a hundred stores with assortments of their own. */
async function manyStocksPaths(shop) {
  const skus = await skusOf(shop);
  return Array.from({ length: 100 }, (_, store) => {
    const own = Array.from({ length: 50 }, (__, index) => skus[(store * 7 + index) % skus.length]);
    return `/api/stock?skus=${own.join(',')}`;
  });
}

async function skusOf({ database }) {
  const rows = await query(database, 'SELECT sku FROM products WHERE active ORDER BY md5(sku)');
  return rows.map(({ sku }) => sku);
}

async function latestCursor({ baseUrl, headers }) {
  for (let cursor = ''; ;) {
    const answer = await fetch(`${baseUrl}/api/changes?limit=1000${cursor}`, { headers });
    const { next_cursor: next, has_more: hasMore } = await answer.json();
    if (!hasMore) return next;
    cursor = `&since=${next}`;
  }
}

/** GET /api/products at a shop, or at a bare server. */
export async function openList(bench, { baseUrl, headers = {}, status = 200 }) {
  return ReadLoad.open(bench, {
    baseUrl,
    headers,
    status,
    paths: ['/api/products'],
    connections: CONNECTIONS,
  });
}

function contentHeaders(answer, body) {
  return { 'content-type': answer.headers['content-type'], 'content-length': body.length };
}

function sides(service, limit) {
  return { service: () => service.round(), limit: () => limit.round() };
}
