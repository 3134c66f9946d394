import { gzipSync } from 'node:zlib';
import { comparison, NotOffered } from './comparison.js';
import { startBare, startBatched, startNest } from '../limits/limits.js';
import { OrderLoad, orderLines } from '../load/order-load.js';
import { CHANGES, currentPolls, ORDERS } from '../load/polls.js';
import { ReadLoad } from '../load/read-load.js';
import { mean } from '../load/requests.js';
import { query } from '../shop/workspace.js';

const CONNECTIONS = 64;
const STORED_ORDERS = 10_000;
/** Number of products, or orders, in requests. */
const ASKED = 1_000;
const AS_MANY_BYTES = 'bare node:http, a buffer of as many bytes; bare Nest, a text of as many';
/** A poll's processor time, as a multiple of bare Nest's for an empty handler. */
const OF_BARE_NEST = { atMost: 1.8 };

export const READ_ROWS = [
  comparison({
    name: 'stock',
    service: 'GET /api/products/{sku}/stock, random SKUs',
    limit: AS_MANY_BYTES,
    goal: OF_BARE_NEST,
    prepare: (bench, scope) => prepareAlike(bench, scope, stockRequests),
  }),
  comparison({
    name: 'stock-single',
    service: 'the same, one connection: each request waits for the answer before',
    limit: AS_MANY_BYTES,
    goal: OF_BARE_NEST,
    prepare: (bench, scope) => prepareAlike(bench, scope, stockRequests, 1),
  }),
  comparison({
    name: 'product',
    service: 'GET /api/products/{sku}, random SKUs',
    limit: AS_MANY_BYTES,
    goal: OF_BARE_NEST,
    prepare: (bench, scope) => prepareAlike(bench, scope, productRequests),
  }),
  comparison({
    name: 'list',
    service: 'GET /api/products, 1,000 products',
    limit: 'bare node:http, a buffer of the same bytes',
    goal: { atLeast: 0.9 },
    prepare: prepareList,
  }),
  comparison({
    name: 'list-gzip',
    service: 'the same, Accept-Encoding: gzip',
    limit: 'bare node:http, a buffer of the same, gzipped once',
    goal: { atLeast: 0.8 },
    prepare: prepareGzippedList,
  }),
  comparison({
    name: 'list-304',
    service: 'the same, If-None-Match with the current ETag',
    limit: 'bare node:http, a bare 304; bare Nest, the same',
    goal: OF_BARE_NEST,
    prepare: prepareUnchangedList,
  }),
  comparison({
    name: 'changes',
    service: 'GET /api/changes?since=…, nothing new',
    limit: AS_MANY_BYTES,
    goal: OF_BARE_NEST,
    prepare: (bench, scope) => prepareAlike(bench, scope, changesRequests),
  }),
  comparison({
    name: 'stock-50',
    service: 'GET /api/stock?skus=…, 50 SKUs, a hundred selections',
    limit: AS_MANY_BYTES,
    goal: OF_BARE_NEST,
    prepare: (bench, scope) => prepareAlike(bench, scope, manyStocksRequests),
  }),
  comparison({
    name: 'status',
    service: 'GET /api/orders/{order_number}/status, random orders',
    limit:
      'bare node:http, one statement for all that wait, which writes the JSON; bare Nest, a text of as many bytes',
    goal: OF_BARE_NEST,
    prepare: prepareStatus,
  }),
  comparison({
    name: 'orders-list',
    service: 'GET /api/orders?cursor=…, nothing new',
    limit:
      'bare node:http, one statement for all that wait: what comes after the cursor; bare Nest, a text of as many bytes',
    goal: OF_BARE_NEST,
    prepare: prepareOrderList,
  }),
  comparison({
    name: 'quote',
    service: 'POST /api/orders/quote, 2 lines of random SKUs',
    limit: 'bare node:http, one statement for all that wait: the stock; prices in memory, JSON',
    goal: { atLeast: 0.5 },
    prepare: prepareQuote,
  }),
];

/** Starts the service, and a bare server whose responses have the service's average length. */
async function prepareAlike(bench, scope, requestsOf, connections = CONNECTIONS) {
  const shop = await bench.openShop(scope);
  const requests = await requestsOf(shop);
  const service = await openRequests(bench, shop, requests, connections);
  const body = Buffer.alloc(Math.round(mean(service.answers, (answer) => answer.body.length)), ' ');
  const headers = contentHeaders(service.answers[0], body);
  const answer = { status: 200, headers, body };
  const [bare, nest] = await Promise.all(
    [startBare, startNest].map((to) => to(bench, scope, answer)),
  );
  return sides(
    service,
    await openRequests(bench, bare, requests, connections),
    await openRequests(bench, nest, requests, connections),
  );
}

async function prepareList(bench, scope) {
  const shop = await bench.openShop(scope);
  const service = await openList(bench, shop);
  const [answer] = service.answers;
  const headers = contentHeaders(answer, answer.body);
  const bare = await startBare(bench, scope, { status: 200, headers, body: answer.body });
  return sides(service, await openList(bench, { ...bare, headers: shop.headers }));
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
  const bare = await startBare(bench, scope, { status: 200, headers, body });
  return sides(service, await openList(bench, { ...bare, headers: asked }));
}

async function prepareUnchangedList(bench, scope) {
  const shop = await bench.openShop(scope);
  const [{ headers: told }] = (await openList(bench, shop)).answers;
  const headers = { ...shop.headers, 'If-None-Match': told.etag };
  const service = await openList(bench, { ...shop, headers, status: 304 });
  const empty = { status: 304, headers: { etag: told.etag }, body: Buffer.alloc(0) };
  const [bare, nest] = await Promise.all(
    [startBare, startNest].map((to) => to(bench, scope, empty)),
  );
  return sides(
    service,
    await openList(bench, { ...bare, headers, status: 304 }),
    await openList(bench, { ...nest, headers, status: 304 }),
  );
}

async function prepareStatus(bench, scope) {
  const shop = await bench.openShop(scope, { orders: STORED_ORDERS });
  const rows = await query(
    shop.database,
    `SELECT order_number, client_id FROM orders ORDER BY md5(order_number) LIMIT ${ASKED}`,
  );
  const headersOf = new Map(shop.clients.map(({ clientId, headers }) => [clientId, headers]));
  const requests = rows.map((row) => ({
    path: `/api/orders/${row.order_number}/status`,
    headers: headersOf.get(row.client_id),
  }));
  return batchedSides(bench, scope, 'status', shop, requests);
}

async function prepareOrderList(bench, scope) {
  const shop = await bench.openShop(scope);
  const placing = await OrderLoad.open(bench, { ...shop, lines: await orderLines(shop.database) });
  await placing.run({ seconds: 1 });
  const requests = await currentPolls(shop, ORDERS);
  return batchedSides(bench, scope, 'order-list', shop, requests);
}

/** Starts a server that answers all waiting requests by one statement, and bare Nest, next to the service. */
async function batchedSides(bench, scope, kind, shop, requests) {
  const bare = await startBatched(bench, scope, kind, shop);
  const service = await openRequests(bench, shop, requests);
  const [{ body, headers }] = service.answers;
  const answer = { status: 200, headers: contentHeaders({ headers }, body), body };
  const nest = await startNest(bench, scope, answer);
  return sides(
    service,
    await openRequests(bench, bare, requests),
    await openRequests(bench, nest, requests),
  );
}

async function prepareQuote(bench, scope) {
  const shop = await bench.openShop(scope);
  const lines = await orderLines(shop.database);
  const bare = await startBatched(bench, scope, 'quote', shop);
  const service = await OrderLoad.open(bench, { ...shop, lines });
  const limit = await OrderLoad.open(bench, { ...shop, ...bare, lines });
  return { service: () => service.quotes(), limit: () => limit.quotes() };
}

/** Opens a load of GET /api/products/{sku}/stock at a shop. */
export async function openStock(bench, shop) {
  return openRequests(bench, shop, await stockRequests(shop));
}

async function openRequests(bench, shop, requests, connections = CONNECTIONS) {
  const { baseUrl, ports, meter } = shop;
  return ReadLoad.open(bench, { baseUrl, ports, meter, requests, connections });
}

const stockRequests = async (shop) =>
  requestsTo(
    shop,
    (await skusOf(shop)).slice(0, ASKED).map((sku) => `/api/products/${sku}/stock`),
  );

const productRequests = async (shop) =>
  requestsTo(
    shop,
    (await skusOf(shop)).slice(0, ASKED).map((sku) => `/api/products/${sku}`),
  );

const changesRequests = ({ clients, ...shop }) =>
  currentPolls({ ...shop, clients: clients.slice(0, 1) }, CHANGES);

/** Lists the paths of a hundred selections of SKUs. */
async function manyStocksRequests(shop) {
  const skus = await skusOf(shop);
  const paths = Array.from({ length: 100 }, (_, store) => {
    const own = Array.from({ length: 50 }, (__, index) => skus[(store * 7 + index) % skus.length]);
    return `/api/stock?skus=${own.join(',')}`;
  });
  return requestsTo(shop, paths);
}

/**
 * Makes requests for these paths by one client. On a store's connection each head has the same headers; wrk sends every request
 * on any connection.
 */
function requestsTo({ clients: [{ headers }] }, paths) {
  return paths.map((path) => ({ path, headers }));
}

async function skusOf({ database }) {
  const rows = await query(database, 'SELECT sku FROM products WHERE active ORDER BY md5(sku)');
  return rows.map(({ sku }) => sku);
}

/** Opens a load of GET /api/products at a shop or a bare server. */
export async function openList(bench, { baseUrl, headers, meter, status = 200 }) {
  return ReadLoad.open(bench, {
    baseUrl,
    status,
    meter,
    requests: [{ path: '/api/products', headers }],
    connections: CONNECTIONS,
  });
}

function contentHeaders(answer, body) {
  return { 'content-type': answer.headers['content-type'], 'content-length': body.length };
}

function sides(service, limit, nest) {
  const both = { service: () => service.round(), limit: () => limit.round() };
  return nest === undefined ? both : { ...both, nest: () => nest.round() };
}
