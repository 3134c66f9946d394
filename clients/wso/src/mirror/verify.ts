import type { StoreClient } from '../../../typescript/src/index.js';
import type { Database } from '../database/database.js';
import { differenceOf, type NewRow } from '../database/rows.js';
import { faultOfTables, TABLES, type Table } from '../database/tables.js';
import { UsageError } from '../errors.js';
import { ORDER_PARTS, ORDER_TABLES, orderRowsOf } from './order-rows.js';
import { PRODUCT_FIELDS, productRowsOf } from './product-rows.js';
import { skusBetween } from './products.js';
import { selecting } from './selection.js';
import { readState, type Feed, type SyncState } from './sync-state.js';

const PAGE = 1_000;

/** Result of comparing a mirrored feed with the service. */
export interface Comparison {
  feed: Feed;
  compared: number;
  /** Number of products or orders that changed since the mirror read the feed; it will fetch them. */
  waiting: number;
  /** SKUs or order numbers whose rows are wrong. */
  different: string[];
}

/**
 * Compares every product and every order with the tables. Changes nothing, so the mirror may run meanwhile.
 * - a difference counts only if the feed has not reported it since the stored cursor
 */
export async function verify(store: StoreClient, database: Database): Promise<Comparison[]> {
  const fault = await faultOfTables(database);
  if (fault !== null) throw new UsageError(fault);
  return [await compareProducts(store, database), await compareOrders(store, database)];
}

async function compareProducts(store: StoreClient, database: Database): Promise<Comparison> {
  // Before the first comparison: all changes from here on are in the feed.
  const { cursor, selection } = await stateOf(database, 'products');
  const isSelected = selecting(selection);
  const different = new Set<string>();
  let compared = 0;
  let from = 0;
  for await (const { data } of store.productPages({ include: PRODUCT_FIELDS })) {
    const products = data.filter(isSelected);
    const to = data.at(-1)?.id ?? from;
    const skus = new Set([
      ...products.map(({ sku }) => sku),
      ...(await skusBetween(database, from, to)),
    ]);
    const rows = productRowsOf(products);
    for (const name of ['product', 'variation', 'image', 'stock'] as const) {
      await collect(database, TABLES[name], [...skus], rows[name], different);
    }
    compared += products.length;
    from = to;
  }
  for (const sku of await skusBetween(database, from, null)) different.add(sku);
  const found = different.size;
  let since = cursor;
  // A cursor within a list leads to the end of that list, and from there to what changed meanwhile.
  for (let range = 1; range <= 2; range += 1) {
    for await (const page of store.changePages({ limit: PAGE, ...(since !== null && { since }) })) {
      // The mirror will compare everything with the full list.
      if (page.reset) different.clear();
      for (const { sku } of page.data) different.delete(sku);
      for (const sku of page.removed) different.delete(sku);
      since = page.next_cursor;
    }
  }
  return { feed: 'products', compared, waiting: found - different.size, different: [...different] };
}

async function compareOrders(store: StoreClient, database: Database): Promise<Comparison> {
  const { cursor } = await stateOf(database, 'orders');
  const different = new Set<string>();
  let compared = 0;
  for await (const { data } of store.orderPages({ include: ORDER_PARTS })) {
    const numbers = data.map(({ order_number }) => order_number);
    const rows = orderRowsOf(data);
    for (const name of ['order', 'shipment', 'refund', 'document', 'returned'] as const) {
      await collect(database, ORDER_TABLES[name], numbers, rows[name], different);
    }
    compared += data.length;
  }
  const found = different.size;
  for await (const { data } of store.orderPages(cursor === null ? {} : { cursor })) {
    for (const { order_number } of data) different.delete(order_number);
  }
  return { feed: 'orders', compared, waiting: found - different.size, different: [...different] };
}

/** Adds the products or orders whose rows differ from the wanted ones. */
async function collect<T extends Table>(
  database: Database,
  table: T,
  parents: readonly string[],
  wanted: readonly NewRow<T>[],
  different: Set<string>,
): Promise<void> {
  const { changed, gone } = await differenceOf(database, table, parents, wanted);
  for (const row of [...changed, ...gone]) different.add(row[table.key[0]] ?? '');
}

async function stateOf(database: Database, feed: Feed): Promise<SyncState> {
  const state = await readState(database, feed);
  if (state === null) throw new UsageError('nothing was mirrored yet: run wso mirror first');
  return state;
}
