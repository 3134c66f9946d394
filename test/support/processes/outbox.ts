import type { MerchantRow } from '../database/merchant-database.js';
import { orderBody } from '../shop/given.js';
import type { Kind, MirrorStage } from './mirror-stage.js';

/** The outbox in each database of a merchant. */
export interface Outbox {
  /** Runs the mirror until everything is up to date. */
  mirror: (kind: Kind) => Promise<unknown>;
  insert: (kind: Kind, id: string, request: string) => Promise<MerchantRow[]>;
  /** Changes the row of an order as an assignment of SQL says. */
  update: (kind: Kind, id: string, change: string) => Promise<MerchantRow[]>;
  /** Reads order number, status and error of a row. */
  rowOf: (kind: Kind, id: string) => Promise<MerchantRow>;
}

export function outboxOf(stage: MirrorStage): Outbox {
  const query = (kind: Kind, sql: string) => stage.databases[kind].query(sql);
  return {
    mirror: (kind) => stage.wso.lines('mirror', '--once', '--to', stage.databases[kind].url),
    insert: (kind, id, request) =>
      query(kind, `INSERT INTO wso_outbox (store_order_id, request) VALUES ('${id}', ${request})`),
    update: (kind, id, change) =>
      query(kind, `UPDATE wso_outbox SET ${change} WHERE store_order_id = '${id}'`),
    rowOf: async (kind, id) => {
      const [row] = await query(
        kind,
        `SELECT order_number, status, error FROM wso_outbox WHERE store_order_id = '${id}'`,
      );
      return row!;
    },
  };
}

/** Writes a request for the product CUP as SQL. */
export function requestOf({
  quantity = 1,
  customer = {},
  shipping = {},
  ...rest
}: { quantity?: number; customer?: object; shipping?: object; notes?: string } = {}): string {
  const body = orderBody({ sku: 'CUP', quantity }, rest);
  return `'${JSON.stringify({
    ...body,
    customer: { ...(body.customer as object), ...customer },
    shipping: { ...(body.shipping as object), ...shipping },
  })}'`;
}
