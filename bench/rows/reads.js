import { startBare, startNest } from '../limits/limits.js';
import { orderLines, placeOrder } from '../load/order-load.js';
import { ReadLoad } from '../load/read-load.js';
import { ask, CHANGES, currentPolls, mean, ORDERS } from '../load/requests.js';
import { query } from '../shop/workspace.js';
import { comparison } from './comparison.js';

const STORED_ORDERS = 10_000;
/** Number of products, or orders, in requests. */
const ASKED = 1_000;
const LIST = '/api/products';

export const READ_ROWS = [
  read('stock', { atMost: 2.4 }, stockRequests),
  read('product', { atMost: 2.4 }, productRequests),
  read('list', { atLeast: 0.5 }, listRequests, { start: startBare }),
  read('list-gzip', { atLeast: 0.25 }, zippedListRequests, { start: startBare }),
  read('list-304', { atMost: 2.8 }, unchangedListRequests, { status: 304 }),
  read('changes', { atMost: 2.4 }, changesRequests),
  read('stock-50', { atMost: 1.8 }, manyStocksRequests),
  read('status', { atMost: 3 }, statusRequests, { size: { orders: STORED_ORDERS } }),
  read('orders-list', { atMost: 3.2 }, orderListRequests),
];

/** Defines a row of GETs of a shop, whose limit answers with as many bytes. */
function read(name, goal, requestsOf, { start = startNest, status = 200, size } = {}) {
  return comparison({
    name,
    goal,
    async prepare(bench, scope) {
      const shop = await bench.openShop(scope, { size });
      const requests = await requestsOf(shop);
      const service = await ReadLoad.open(bench, { ...shop, requests, status });
      const length = Math.round(mean(service.answers, ({ body }) => body.length));
      const headers = { ...contentHeaders(service.answers[0]), 'content-length': String(length) };
      const limit = await start(bench, scope, { status, headers, length });
      return { service, limit: await ReadLoad.open(bench, { ...limit, requests, status }) };
    },
  });
}

function contentHeaders({ status, headers }) {
  // Without an ETag of its own, Nest computes one for each answer.
  const wanted = status === 304 ? ['etag'] : ['content-type', 'content-encoding'];
  const names = wanted.filter((name) => name in headers);
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

export async function stockRequests(shop) {
  const skus = await skusOf(shop.database);
  return requestsTo(
    shop,
    skus.slice(0, ASKED).map((sku) => `/api/products/${sku}/stock`),
  );
}

async function productRequests(shop) {
  const skus = await skusOf(shop.database);
  return requestsTo(
    shop,
    skus.slice(0, ASKED).map((sku) => `/api/products/${sku}`),
  );
}

export function listRequests(shop) {
  return requestsTo(shop, [LIST]);
}

export function zippedListRequests({ headers }) {
  return [{ path: LIST, headers: { ...headers, 'Accept-Encoding': 'gzip' } }];
}

async function unchangedListRequests({ baseUrl, headers }) {
  const { etag } = (await ask(`${baseUrl}${LIST}`, headers)).headers;
  return [{ path: LIST, headers: { ...headers, 'If-None-Match': etag } }];
}

function changesRequests({ baseUrl, clients }) {
  return currentPolls({ baseUrl, clients: clients.slice(0, 1) }, CHANGES);
}

/** Makes requests for a hundred selections of SKUs. */
async function manyStocksRequests(shop) {
  const skus = await skusOf(shop.database);
  const paths = Array.from({ length: 100 }, (_, store) => {
    const own = Array.from({ length: 50 }, (__, index) => skus[(store * 7 + index) % skus.length]);
    return `/api/stock?skus=${own.join(',')}`;
  });
  return requestsTo(shop, paths);
}

async function statusRequests({ database, clients }) {
  const rows = await query(
    database,
    `SELECT order_number, client_id FROM orders ORDER BY md5(order_number) LIMIT ${ASKED}`,
  );
  const headersOf = new Map(clients.map(({ clientId, headers }) => [clientId, headers]));
  return rows.map((row) => ({
    path: `/api/orders/${row.order_number}/status`,
    headers: headersOf.get(row.client_id),
  }));
}

async function orderListRequests(shop) {
  const lines = await orderLines(shop.database);
  for (const client of shop.clients) await placeOrder(shop.baseUrl, client, lines);
  return currentPolls(shop, ORDERS);
}

/**
 * Makes requests for these paths by one client. On a store's connection each head has the same headers; wrk sends every request
 * on any connection.
 */
function requestsTo({ headers }, paths) {
  return paths.map((path) => ({ path, headers }));
}

/** Lists the SKUs that are sold, mixed. */
export async function skusOf(database) {
  const rows = await query(database, 'SELECT sku FROM products WHERE active ORDER BY md5(sku)');
  return rows.map(({ sku }) => sku);
}
