import type { EntityManager } from 'typeorm';
import type { Goods } from './past-orders.js';
import type { Rows } from './rows.js';

/** Entries that are sealed at once. */
const SEAL_BATCH = 100_000;

/** Goods with the sources of their prices. */
export interface SoldGoods extends Omit<Goods, 'unitPriceMinor'> {
  basePriceMinor: number | null;
  /** The plans' own prices, by code. */
  planPricesMinor: Record<string, number>;
}

/** Everything in the database that the history is made of, and where it is stored. */
export class HistoryRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Lists active products that can be invoiced, and their combinations, the ones that sell best first. */
  async listGoods(): Promise<SoldGoods[]> {
    return this.manager.query<SoldGoods[]>(
      `SELECT level.product_id AS "productId", level.variation_key AS "variationKey", p.sku, p.name,
          p.base_price_minor::integer AS "basePriceMinor", p.delivery_charge_minor::integer AS "deliveryMinor",
          coalesce((
            SELECT json_object_agg(plan.code, own.price_minor)
            FROM plan_prices own JOIN plans plan ON plan.id = own.plan_id WHERE own.product_id = p.id
          ), '{}') AS "planPricesMinor"
        FROM stock_levels level JOIN products p ON p.id = level.product_id
        WHERE p.active AND p.test_scenario IS NULL AND p.base_price_minor IS NOT NULL
          AND p.hsn IS NOT NULL AND p.gst_rate_bp IS NOT NULL
        ORDER BY p.id % 7, p.id, level.variation_key`,
    );
  }

  async planIds(): Promise<Map<string, number>> {
    const plans = await this.manager.query<{ code: string; id: number }[]>(
      'SELECT code, id FROM plans',
    );
    return new Map(plans.map(({ code, id }) => [code, id]));
  }

  async systemAccounts(): Promise<Record<'bank' | 'sales', number>> {
    const accounts = await this.manager.query<{ kind: string; id: number }[]>(
      `SELECT kind, id FROM ledger_accounts WHERE kind IN ('bank', 'sales')`,
    );
    return Object.fromEntries(accounts.map(({ kind, id }) => [kind, id])) as {
      bank: number;
      sales: number;
    };
  }

  /**
   * Stores the history. The available stock stays as the catalog has it: sold and reserved units came in before.
   *
   * @param beganAt when clients and first goods came in
   */
  async store(rows: Rows, beganAt: Date): Promise<void> {
    await this.manager.query('UPDATE clients SET created_at = $1', [beganAt]);
    await rows.insert(this.manager);
    await this.manager.query(RECEIVE, [beganAt]);
    await rows.insertMovements(this.manager);
    // No client gets mails about the past.
    await this.manager.query('DELETE FROM message_events');
    // While a job holds one of these, the function does nothing.
    await this.manager.query('SELECT FROM ledger_seal_state, audit_seal_state FOR UPDATE');
    await this.manager.query('SELECT seal_journals(0, $1), seal_audit_entries(0, $1)', [
      SEAL_BATCH,
    ]);
  }
}

/** Raises the units on hand by what open orders reserve. The goods of all orders come in before the first one. */
const RECEIVE = `
  WITH ordered AS (
    SELECT item.product_id, coalesce(item.variation_key, '') AS variation_key,
      sum(item.shipped_quantity - item.restocked_quantity) AS gone,
      sum(CASE WHEN o.status = ANY (list_order_statuses('open')) THEN item.quantity - item.shipped_quantity ELSE 0 END) AS held
    FROM order_items item JOIN orders o ON o.id = item.order_id GROUP BY 1, 2
  ), reserved AS (
    UPDATE stock_levels level SET reserved = held, on_hand = on_hand + held FROM ordered
    WHERE held > 0 AND level.product_id = ordered.product_id AND level.variation_key = ordered.variation_key
  )
  INSERT INTO stock_movements (product_id, variation_key, delta, reason, created_at)
  SELECT product_id, variation_key, gone + held, 'goods received', $1 FROM ordered WHERE gone + held > 0`;
