import { orderBody } from '../shop/given.js';
import type { givenMirrorStage, Kind } from './mirror-stage.js';

/** Makes what a store writes into the outbox and the returns of each database, and reads there. */
export function outboxOf({ databases }: Awaited<ReturnType<typeof givenMirrorStage>>) {
  const query = (kind: Kind, sql: string) => databases[kind].query(sql);
  return {
    insert: (kind: Kind, id: string, request: string) =>
      query(kind, `INSERT INTO wso_outbox (store_order_id, request) VALUES ('${id}', ${request})`),
    /** Changes the row of an order as an assignment of SQL says. */
    update: (kind: Kind, id: string, change: string) =>
      query(kind, `UPDATE wso_outbox SET ${change} WHERE store_order_id = '${id}'`),
    /** Reads order number, status and error of a row. */
    rowOf: async (kind: Kind, id: string) => {
      const [row] = await query(
        kind,
        `SELECT order_number, status, error FROM wso_outbox WHERE store_order_id = '${id}'`,
      );
      return row!;
    },
    /** Inserts the rows of a return. @param lines `line, quantity` of each */
    ask: (kind: Kind, id: string, lines: readonly string[], reason = `'Chipped'`) =>
      query(
        kind,
        `INSERT INTO wso_return (store_order_id, line, quantity, reason)
           VALUES ${lines.map((line) => `('${id}', ${line}, ${reason})`).join(', ')}`,
      ),
    /** Changes the rows of an open return as an assignment of SQL says. */
    changeReturn: (kind: Kind, id: string, change: string) =>
      query(
        kind,
        `UPDATE wso_return SET ${change} WHERE store_order_id = '${id}' AND status IN ('requested', 'awaited')`,
      ),
    returnsOf: (kind: Kind, id: string) =>
      query(
        kind,
        `SELECT line, status, error FROM wso_return WHERE store_order_id = '${id}' ORDER BY return_id, line`,
      ),
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
