import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { DATA_PARTS, findDataFaults, type DataFault } from '../../../../src/schema/data-faults.js';
import { History } from '../../../support/database/history.js';

export const SKUS = ['SIM-A', 'SIM-B', 'SIM-C'];

/** Product as a store knows it. */
export interface StoredProduct {
  sku: string;
  name: string;
  price: number;
  stock: number;
}

/** An order as it is stored in the database. */
export interface StoredOrder {
  number: string;
  storeOrderId: string;
  clientId: number;
  status: string;
  lines: { sku: string; price: number }[];
}

/** Orders that a step changed. */
export interface ObservedOrders {
  added: StoredOrder[];
  gone: StoredOrder[];
}

interface Observation {
  products: { planId: number; sku: string; listed: StoredProduct | null }[];
  orders: StoredOrder[] | null;
}

/** Query for the committed products of each plan and all orders. */
const OBSERVE = `SELECT json_build_object(
  'products', (
    SELECT json_agg(json_build_object('planId', plan.id, 'sku', p.sku, 'listed', CASE WHEN p.active THEN
      json_build_object(
        'sku', p.sku, 'name', p.name, 'price', p.base_price_minor * (10000 - plan.discount_bp) / 1000000.0,
        'stock', s.on_hand - s.reserved
      ) END))
    FROM plans plan CROSS JOIN products p JOIN stock_levels s ON s.product_id = p.id WHERE p.sku IN ('${SKUS.join("', '")}')
  ),
  'orders', (
    SELECT json_agg(json_build_object(
      'number', o.order_number, 'storeOrderId', o.store_order_id, 'clientId', o.client_id, 'status', o.status,
      'lines', (
        SELECT json_agg(json_build_object('sku', i.sku, 'price', i.unit_price_minor / 100.0))
        FROM order_items i WHERE i.order_id = o.id
      )
    ) ORDER BY o.id) FROM orders o
  )
) AS observed`;

const WAITING = `SELECT count(DISTINCT pid)::integer AS count FROM pg_locks WHERE NOT granted`;

/** All parts except those of settings. Open sessions change prices without the audit entries that the service writes. */
const CHECKED_PARTS = DATA_PARTS.filter((part) => part !== 'settings');

export function productKey(planId: number, sku: string): string {
  return `plan ${planId} product ${sku}`;
}

export function orderKey(clientId: number, number: string): string {
  return `client ${clientId} order ${number}`;
}

/** Notes the content of the database after each step. It asks without the service and without the gate. */
export class Observer {
  readonly history = new History();
  readonly orders = new Map<string, StoredOrder>();
  private readonly latest = new Map<string, string>();

  constructor(public session: pg.Client) {}

  async findFaults(): Promise<DataFault[]> {
    const query = async (sql: string) => (await this.session.query<DataFault>(sql)).rows;
    return findDataFaults({ query } as unknown as EntityManager, CHECKED_PARTS);
  }

  async countWaiting(): Promise<number> {
    const { rows } = await this.session.query<{ count: number }>(WAITING);
    return rows[0]?.count ?? 0;
  }

  async observe(step: number): Promise<ObservedOrders> {
    const { rows } = await this.session.query<{ observed: Observation }>(OBSERVE);
    const { products, orders } = rows[0]!.observed;
    for (const { planId, sku, listed } of products)
      this.note(productKey(planId, sku), listed, step);
    const before = new Map(this.orders);
    this.orders.clear();
    const added: StoredOrder[] = [];
    for (const order of orders ?? []) {
      this.note(orderKey(order.clientId, order.number), order.status, step);
      if (!before.delete(order.number)) added.push(order);
      this.orders.set(order.number, order);
    }
    const gone = [...before.values()];
    for (const { clientId, number } of gone) this.note(orderKey(clientId, number), null, step);
    return { added, gone };
  }

  private note(key: string, value: unknown, step: number): void {
    const text = JSON.stringify(value);
    if (this.latest.get(key) === text) return;
    this.latest.set(key, text);
    this.history.wrote(key, value, step, step);
  }
}
