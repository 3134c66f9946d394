import type { ChangesDto, StoreClient } from '../../../typescript/src/index.js';
import type { Connection, Database } from '../database/database.js';
import { replaceRows } from '../database/rows.js';
import { TABLES } from '../database/tables.js';
import { PRODUCT_FIELDS, productRowsOf } from './product-rows.js';
import { selecting } from './selection.js';
import { absentOf, storeAllowed } from './blocked.js';
import { lockState, readState, writeState, type SyncState } from './sync-state.js';

const FIELDS = `${PRODUCT_FIELDS},changed`;
const PAGE = 1_000;

type Product = ChangesDto['data'][number];

/**
 * Reads one page of the change feed, and stores it with its cursor in one transaction. Products that a rule of the database refuses are
 * skipped, and tried again with each page.
 *
 * @returns whether more follows
 */
export async function mirrorProducts(store: StoreClient, database: Database): Promise<boolean> {
  const state = await readState(database, 'products');
  const since = state?.cursor ?? undefined;
  const page = await store.listChanges({ include: FIELDS, limit: PAGE, ...(since && { since }) });
  if (page.next_cursor === since && Object.keys(state?.blocked ?? {}).length === 0) return false;
  return database.transaction(async (connection) => {
    const locked = await lockState(connection, 'products', since);
    if (locked === null) return true;
    await storePage(connection, database, locked, page);
    return page.has_more;
  });
}

async function storePage(
  connection: Connection,
  database: Database,
  state: SyncState,
  page: ChangesDto,
): Promise<void> {
  const isSelected = selecting(state.selection);
  const products = page.data.filter(isSelected);
  const others = page.data.filter((product) => !isSelected(product)).map(({ sku }) => sku);
  const list = listPart(state, page);
  const left = list === null ? [] : await skusBetween(connection, list.from, list.to);
  const changed = new Map<string, Product | null>(
    [...page.removed, ...others, ...left].map((sku) => [sku, null]),
  );
  for (const product of products) {
    // Of what is blocked, more than the stock may have to be stored.
    const { changed: _, ...whole } = product;
    changed.set(product.sku, Object.hasOwn(state.blocked, product.sku) ? whole : product);
  }
  const known = page.reset ? absentOf(state.blocked) : state.blocked;
  const blocked = await storeAllowed(connection, known, changed, async (wanted) => {
    const kept = [...wanted.values()].filter((product) => product !== null);
    await replace(connection, database, [...wanted.keys()], kept);
  });
  const progress = list?.to == null ? null : String(list.to);
  const next = { ...state, cursor: page.next_cursor, progress, blocked };
  await writeState(connection, database, 'products', next);
}

/** Part of the full list: the products with ids after `from`, up to `to`; null: to the end. */
interface ListPart {
  from: number;
  to: number | null;
}

/** Picks the part of the full list that a page is, or null where it only has changes. The list is ordered by id. */
function listPart({ progress }: SyncState, { reset, data, has_more }: ChangesDto): ListPart | null {
  if (!reset && progress === null) return null;
  const from = reset ? 0 : Number(progress);
  return { from, to: has_more ? (data.at(-1)?.id ?? from) : null };
}

/** Lists the stored products with ids after `from`, up to `to`; null: to the end. */
export async function skusBetween(
  connection: Connection,
  from: number,
  to: number | null,
): Promise<string[]> {
  const end = to === null ? '' : ' AND id <= ?';
  const values = to === null ? [from] : [from, to];
  const rows = await connection.query(`SELECT sku FROM wso_product WHERE id > ?${end}`, values);
  return rows.map(({ sku }) => sku ?? '');
}

/** Replaces the rows of products by those of what was received. A sale leaves all but the stock as it is. */
async function replace(
  connection: Connection,
  { dialect }: Database,
  skus: string[],
  products: readonly Product[],
): Promise<void> {
  const sold = new Set(products.filter(({ changed }) => changed === 'stock').map(({ sku }) => sku));
  const changed = skus.filter((sku) => !sold.has(sku));
  const rows = productRowsOf(products.filter(({ sku }) => !sold.has(sku)));
  await replaceRows(connection, dialect, TABLES.product, changed, rows.product);
  await replaceRows(connection, dialect, TABLES.variation, changed, rows.variation);
  await replaceRows(connection, dialect, TABLES.image, changed, rows.image);
  await replaceRows(connection, dialect, TABLES.stock, skus, productRowsOf(products).stock);
}
