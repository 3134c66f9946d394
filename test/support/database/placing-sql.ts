import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { newOrderNumber } from '../../../src/orders/order-number.js';
import { givenDatabase, openClient, openTransaction } from './database.js';
import { waitingSessions } from './locks.js';
import { eventually } from '../eventually.js';
import { unique } from '../shop/given.js';

/** A row of the SQL type order_request. Fields that a test leaves out are filled in. */
export interface RequestRow {
  n: number;
  order_number: string;
  /** Another client than that of these tests. */
  client_id?: number;
  store_order_id?: string;
  idempotency_key?: string;
  /** Content of the request. Other content gives other hashes. */
  content?: string;
  is_test?: boolean;
  max_reserved_units?: number;
  max_open_value_minor?: number;
}

/** Quantities of products in a request, by their names. */
export type Items = Record<string, number>;

export interface BatchRequest {
  row: RequestRow;
  items: Items;
}

export interface Outcome {
  n: number;
  outcome: string;
  [detail: string]: unknown;
}

type OpenTransaction = Awaited<ReturnType<typeof openTransaction>>;

const PRICE_MINOR = 10_000;
const KEPT_HOURS = 24;

/**
 * The SQL functions that place orders, called directly on a separate database. It has one client, one plan and the products of
 * a test.
 */
export class PlacingSql {
  private readonly products = new Map<string, number>();
  private clientId = 0;
  private planId = 0;

  private constructor(
    readonly connection: DatabaseConnection,
    private readonly client: pg.Client,
  ) {}

  static async open(): Promise<PlacingSql> {
    const { connection } = await givenDatabase();
    const sql = new PlacingSql(connection, await openClient(connection));
    await sql.renew();
    return sql;
  }

  /** Adds another plan and client for all later requests, and frees the names of the products. */
  async renew(): Promise<void> {
    await this.value('UPDATE products SET sku = id');
    this.products.clear();
    const name = unique('c');
    const plan = `INSERT INTO plans (code, name) VALUES ($1, 'P') RETURNING id`;
    this.planId = await this.value(plan, [name]);
    const client = `INSERT INTO clients (name, email) VALUES ('C', $1) RETURNING id`;
    this.clientId = await this.value(client, [`${name}@example.com`]);
  }

  async givenProduct(name: string, onHand: number): Promise<number> {
    const id = await this.value<number>(
      `INSERT INTO products (sku, name, delivery_charge_minor) VALUES ($1, $1, 0) RETURNING id`,
      [name],
    );
    await this.value(`INSERT INTO stock_levels (product_id, on_hand) VALUES ($1, $2)`, [
      id,
      onHand,
    ]);
    this.products.set(name, id);
    return id;
  }

  /** Makes a request of a batch with its items. n is its position, from 1. */
  request(n: number, items: Items, row: Partial<RequestRow> = {}): BatchRequest {
    return { row: { n, order_number: newOrderNumber(), ...row }, items };
  }

  /** Calls place_orders. Returns the outcomes by n. */
  async place(
    requests: readonly BatchRequest[],
    { wait = false, snapshot = null }: { wait?: boolean; snapshot?: string | null } = {},
    on: Pick<OpenTransaction, 'query'> = this.client,
  ): Promise<Outcome[]> {
    const [rows, lines] = this.parameters(requests);
    const values = [rows, lines, snapshot, wait, KEPT_HOURS];
    const call = 'SELECT place_orders($1, $2, $3, $4, $5) AS outcomes';
    const { rows: found } = await on.query<{ outcomes: Outcome[] }>(call, values);
    return found[0]!.outcomes.sort((a, b) => a.n - b.n);
  }

  /**
   * Calls one of the steps of place_orders. Returns the outcomes by n.
   * - in `call`, $requests and $lines are the parameters
   */
  async outcomes(call: string, requests: readonly BatchRequest[]): Promise<Outcome[]> {
    const outcomes = await this.value<Outcome[]>(
      `WITH given AS MATERIALIZED (
        SELECT ARRAY(SELECT r FROM json_populate_recordset(NULL::order_request, $1) r ORDER BY r.n) AS requests,
          ARRAY(SELECT l FROM json_populate_recordset(NULL::order_request_line, $2) l) AS lines
      )
      SELECT array_to_json(${call.replaceAll(/\$(requests|lines)/g, '$1')}) AS value FROM given`,
      this.parameters(requests),
    );
    return outcomes.sort((a, b) => a.n - b.n);
  }

  /** Reads the first column of the first row. */
  async value<T>(sql: string, values: unknown[] = []): Promise<T> {
    const { rows } = await this.client.query<Record<string, T>>(sql, values);
    return Object.values(rows[0] ?? {})[0] as T;
  }

  /** Opens another session, in a transaction that stays open. */
  async transaction(): Promise<OpenTransaction> {
    return openTransaction(this.connection);
  }

  async lock(holder: OpenTransaction, product: string, way = ''): Promise<void> {
    const level = 'SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE';
    await holder.query(`${level} ${way}`, [this.id(product)]);
  }

  async someSessionWaits(holder: OpenTransaction): Promise<void> {
    await eventually(async () => (await waitingSessions(holder)) > 0);
  }

  /** Counts the stored orders of the client. */
  async storedOrders(): Promise<number> {
    return this.value('SELECT count(*)::integer FROM orders WHERE client_id = $1', [this.clientId]);
  }

  /** Reads the snapshot that a validation would have at this moment. */
  async snapshot(): Promise<string> {
    return this.value('SELECT pg_current_snapshot()::text');
  }

  async reserved(name: string): Promise<number> {
    return this.value('SELECT reserved FROM stock_levels WHERE product_id = $1', [
      this.products.get(name),
    ]);
  }

  id(name: string): number {
    const id = this.products.get(name);
    if (id === undefined) throw new Error(`no product ${name} was given`);
    return id;
  }

  private parameters(requests: readonly BatchRequest[]): [requests: string, lines: string] {
    const rows = requests.map(({ row, items }) => this.requestRow(row, items));
    const lines = requests.flatMap(({ row, items }) =>
      Object.entries(items).map(([product, quantity], index) => ({
        n: row.n,
        line: index + 1,
        product_id: this.id(product),
        variation_key: '',
        sku: product,
        name: product,
        quantity,
        unit_price_minor: PRICE_MINOR,
      })),
    );
    return [JSON.stringify(rows), JSON.stringify(lines)];
  }

  private requestRow({ content = 'same', ...row }: RequestRow, items: Items): object {
    const units = Object.values(items).reduce((sum, quantity) => sum + quantity, 0);
    const hash = Buffer.from(content.padEnd(32));
    const repetition = createHash('sha256')
      .update(hash)
      .update(JSON.stringify(row.store_order_id ?? null));
    return {
      client_id: this.clientId,
      plan_id: this.planId,
      request_hash: `\\x${hash.toString('hex')}`,
      repetition_hash: `\\x${repetition.digest('hex')}`,
      currency: 'INR',
      customer_name: 'Asha',
      customer_phone: '+91 98765 43210',
      shipping_address: 'Road 1',
      shipping_city: 'Pune',
      shipping_state: 'MH',
      shipping_pincode: '411001',
      shipping_country: 'India',
      items_count: Object.keys(items).length,
      subtotal_minor: units * PRICE_MINOR,
      delivery_minor: 0,
      total_minor: units * PRICE_MINOR,
      ...row,
    };
  }
}
