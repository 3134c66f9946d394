import type { ColumnType, Database, Dialect } from './database.js';

/** A table of the mirror. */
export interface Table {
  name: string;
  /** The first column names the product or the order that the row belongs to. */
  key: readonly [parent: string, ...string[]];
  columns: Readonly<Record<string, ColumnType>>;
  /** Column with the time at which the mirror wrote the row. */
  changedAt?: string;
  /** Columns that may be null. */
  nullable?: readonly string[];
  indexes?: readonly string[];
  unique?: string;
}

const PRODUCT = {
  name: 'wso_product',
  key: ['sku'],
  columns: {
    sku: 'key',
    id: 'integer',
    name: 'short',
    description: 'text',
    category: 'short',
    wholesale_price: 'decimal',
    currency: 'key',
    delivery_charge: 'decimal',
    gtin: 'key',
    hsn: 'key',
    brand: 'short',
    weight_grams: 'integer',
    gst_rate: 'decimal',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['gtin', 'hsn', 'brand', 'weight_grams', 'gst_rate'],
  indexes: ['id'],
} as const satisfies Table;

/** One row for each value of a variation, such as size M. */
const VARIATION = {
  name: 'wso_variation',
  key: ['sku', 'position', 'value_position'],
  columns: {
    sku: 'key',
    position: 'integer',
    value_position: 'integer',
    name: 'short',
    value: 'short',
  },
} as const satisfies Table;

const IMAGE = {
  name: 'wso_image',
  key: ['sku', 'position'],
  columns: { sku: 'key', position: 'integer', url: 'text', changed_at: 'time' },
  changedAt: 'changed_at',
} as const satisfies Table;

/** Position 0 is the product, with an empty key; one row follows for each combination of variations. */
const STOCK = {
  name: 'wso_stock',
  key: ['sku', 'position'],
  columns: {
    sku: 'key',
    position: 'integer',
    variation_key: 'text',
    stock_qty: 'integer',
    code: 'short',
    image_url: 'text',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['code', 'image_url'],
} as const satisfies Table;

const ORDER = {
  name: 'wso_order',
  key: ['order_number'],
  columns: {
    order_number: 'key',
    store_order_id: 'key',
    status: 'key',
    payment_status: 'key',
    total_amount: 'decimal',
    placed_at: 'time',
    items: 'json',
    timeline: 'json',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['store_order_id'],
  indexes: ['store_order_id', 'status'],
} as const satisfies Table;

const SHIPMENT = {
  name: 'wso_shipment',
  key: ['order_number', 'position'],
  columns: {
    order_number: 'key',
    position: 'integer',
    id: 'integer',
    courier: 'short',
    tracking_number: 'short',
    tracking_url: 'text',
    shipped_at: 'time',
    delivered_at: 'time',
    items: 'json',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['tracking_url', 'delivered_at'],
} as const satisfies Table;

/** One row for each feed: whose it is, and how far it was read. */
const SYNC = {
  name: 'wso_sync',
  key: ['name'],
  columns: {
    name: 'key',
    account: 'key',
    selection: 'text',
    next_cursor: 'text',
    progress: 'short',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['next_cursor', 'progress'],
} as const satisfies Table;

/** Orders to place. The merchant writes the first three columns, the mirror the others. */
const OUTBOX = {
  name: 'wso_outbox',
  key: ['id'],
  columns: {
    id: 'order_id',
    store_order_id: 'key',
    request: 'json',
    sent: 'json',
    order_number: 'key',
    status: 'key',
    error: 'text',
    created_at: 'created',
  },
  nullable: ['sent', 'order_number', 'status', 'error'],
  unique: 'store_order_id',
  indexes: ['status', 'order_number'],
} as const satisfies Table;

export const TABLES = {
  product: PRODUCT,
  variation: VARIATION,
  image: IMAGE,
  stock: STOCK,
  order: ORDER,
  shipment: SHIPMENT,
  sync: SYNC,
  outbox: OUTBOX,
} as const;

/** Creates the tables that do not exist. */
export async function createTables(database: Database): Promise<void> {
  for (const table of Object.values<Table>(TABLES)) {
    for (const statement of database.dialect.definition({
      name: table.name,
      parts: partsOf(table, database.dialect),
      indexes: table.indexes ?? [],
    })) {
      await database.query(statement);
    }
  }
}

function partsOf(table: Table, { types }: Dialect): string[] {
  const columns = Object.entries(table.columns).map(
    ([name, type]) => `${name} ${types[type]}${table.nullable?.includes(name) ? '' : ' NOT NULL'}`,
  );
  const unique = table.unique === undefined ? [] : [`UNIQUE (${table.unique})`];
  return [...columns, `PRIMARY KEY (${table.key.join(', ')})`, ...unique];
}
