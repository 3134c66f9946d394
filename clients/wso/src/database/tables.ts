import { UsageError } from '../errors.js';
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
  /** Columns that wso 1.2 did not have. */
  added?: readonly string[];
  indexes?: readonly string[];
  unique?: string;
}

function keysOf<K extends string>(columns: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(columns) as K[];
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

/** Null in tables of wso 1.2 until the order is read again; texts about the customer also once the service has erased them. */
const ORDER_DETAILS = {
  customer_name: 'short',
  phone: 'short',
  email: 'short',
  address: 'text',
  city: 'short',
  state: 'short',
  pincode: 'short',
  country: 'short',
  notes: 'text',
  gift_message: 'text',
  cancel_reason: 'text',
  subtotal: 'decimal',
  delivery: 'decimal',
  refunded: 'decimal',
  expires_at: 'time',
} as const satisfies Table['columns'];

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
    ...ORDER_DETAILS,
  },
  changedAt: 'changed_at',
  nullable: ['store_order_id', ...keysOf(ORDER_DETAILS)],
  added: keysOf(ORDER_DETAILS),
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

const REFUND = {
  name: 'wso_refund',
  key: ['order_number', 'id'],
  columns: {
    order_number: 'key',
    id: 'integer',
    amount: 'decimal',
    delivery: 'decimal',
    return_id: 'integer',
    document_id: 'integer',
    created_at: 'time',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['return_id', 'document_id'],
} as const satisfies Table;

const DOCUMENT = {
  name: 'wso_document',
  key: ['order_number', 'id'],
  columns: {
    order_number: 'key',
    id: 'integer',
    number: 'key',
    kind: 'key',
    shipment_id: 'integer',
    refund_id: 'integer',
    issued_on: 'key',
    total: 'decimal',
    taxable: 'decimal',
    tax: 'json',
    pdf_url: 'text',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['shipment_id', 'refund_id'],
} as const satisfies Table;

/** What the mirror knows of a line of a return. */
export const RETURNED = {
  name: 'wso_return',
  key: ['order_number', 'return_id', 'line'],
  columns: {
    order_number: 'key',
    return_id: 'integer',
    line: 'integer',
    store_order_id: 'key',
    quantity: 'integer',
    reason: 'text',
    origin: 'key',
    status: 'key',
    decline_reason: 'text',
    good: 'integer',
    scrap: 'integer',
    return_address: 'json',
    instructions: 'text',
    requested_at: 'time',
    decided_at: 'time',
    received_at: 'time',
    inspected_at: 'time',
    sent_courier: 'short',
    sent_tracking_number: 'short',
    tracking_url: 'text',
    sent_at: 'time',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
} as const satisfies Table;

/** One row for each line of a return. The merchant inserts rows, and says how the units are sent; the mirror writes the others. */
const RETURN = {
  name: 'wso_return',
  key: ['id'],
  columns: {
    id: 'order_id',
    ...RETURNED.columns,
    request: 'json',
    withdraw: 'flag',
    courier: 'short',
    tracking_number: 'short',
    error: 'text',
    created_at: 'created',
  },
  nullable: [
    ...keysOf(RETURNED.columns).filter((name) => name !== 'line' && name !== 'quantity'),
    ...['request', 'courier', 'tracking_number', 'error'],
  ],
  unique: RETURNED.key.join(', '),
  indexes: ['store_order_id'],
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
    blocked: 'json',
    changed_at: 'time',
  },
  changedAt: 'changed_at',
  nullable: ['next_cursor', 'progress', 'blocked'],
  added: ['blocked'],
} as const satisfies Table;

/** Orders to place. The merchant writes `store_order_id`, `request`, `cancel` and `cancel_reason`, the mirror the others. */
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
    cancel: 'flag',
    cancel_reason: 'text',
  },
  nullable: ['sent', 'order_number', 'status', 'error', 'cancel_reason'],
  added: ['cancel', 'cancel_reason'],
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
  refund: REFUND,
  document: DOCUMENT,
  return: RETURN,
  sync: SYNC,
  outbox: OUTBOX,
} as const;

/** What the merchant's schema has of the tables. */
interface FoundTables {
  /** A sentence about tables that have these names and another shape; null without any. */
  foreign: string | null;
  /** Tables that do not exist. */
  absent: Table[];
  /** Columns that tables of an earlier version lack. */
  lacking: [table: Table, column: string][];
}

/** Compares the tables that exist with those of the mirror. */
async function findTables(database: Database): Promise<FoundTables> {
  const { schema, elsewhere } = database.dialect;
  const rows = await database.query(
    `SELECT table_name AS owner, column_name AS name FROM information_schema.columns WHERE table_schema = ${schema}`,
  );
  const found: FoundTables = { foreign: null, absent: [], lacking: [] };
  const shapes: string[] = [];
  for (const table of Object.values<Table>(TABLES)) {
    const names = rows.filter((row) => row.owner === table.name).map(({ name }) => name);
    const missing = Object.keys(table.columns).filter((name) => !names.includes(name));
    const needed = missing.filter((name) => !table.added?.includes(name));
    if (names.length === 0) found.absent.push(table);
    else if (needed.length > 0) shapes.push(`${table.name} lacks ${needed.join(', ')}`);
    else found.lacking.push(...missing.map((name): [Table, string] => [table, name]));
  }
  if (shapes.length > 0) {
    found.foreign = `tables of another shape exist: ${shapes.join('; ')}; ${elsewhere}`;
  }
  return found;
}

/** Says why commands that read the tables cannot; null if they can. */
export async function faultOfTables(database: Database): Promise<string | null> {
  const { foreign, absent, lacking } = await findTables(database);
  if (foreign !== null) return foreign;
  if (absent.length > 0) return 'the tables do not exist yet: run wso mirror';
  return lacking.length > 0 ? 'the tables are those of an earlier version: run wso mirror' : null;
}

/**
 * Creates the tables and columns that do not exist.
 *
 * @throws UsageError where the merchant has other tables of the same names
 */
export async function createTables(database: Database): Promise<void> {
  const { dialect } = database;
  const { foreign, lacking } = await findTables(database);
  if (foreign !== null) throw new UsageError(foreign);
  for (const [table, column] of lacking) {
    await database.query(
      `ALTER TABLE ${table.name} ADD COLUMN ${columnOf(table, column, dialect)}`,
    );
  }
  for (const table of Object.values<Table>(TABLES)) {
    for (const statement of dialect.definition({
      name: table.name,
      parts: partsOf(table, dialect),
      indexes: table.indexes ?? [],
    })) {
      await database.query(statement);
    }
  }
}

function partsOf(table: Table, dialect: Dialect): string[] {
  const columns = Object.keys(table.columns).map((name) => columnOf(table, name, dialect));
  const unique = table.unique === undefined ? [] : [`UNIQUE (${table.unique})`];
  return [...columns, `PRIMARY KEY (${table.key.join(', ')})`, ...unique];
}

function columnOf({ columns, nullable }: Table, name: string, { types }: Dialect): string {
  const type = types[columns[name]!];
  return `${name} ${type}${nullable?.includes(name) ? '' : ' NOT NULL'}`;
}
