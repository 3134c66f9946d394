import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Units of a line that are still to be shipped. */
export interface UnshippedLine {
  orderId: number;
  line: number;
  sku: string;
  name: string;
  /** null for a product without variations. */
  variationKey: string | null;
  quantity: number;
}

@Injectable()
export class PickListRepository {
  /** Lists the lines of some orders of which units are left to ship. */
  async listUnshipped(
    manager: EntityManager,
    orderIds: readonly number[],
  ): Promise<UnshippedLine[]> {
    return manager.query<UnshippedLine[]>(
      `SELECT order_id AS "orderId", line, sku, name, variation_key AS "variationKey",
          quantity - shipped_quantity - canceled_quantity AS quantity
        FROM order_items
        WHERE order_id = ANY($1) AND quantity > shipped_quantity + canceled_quantity
        ORDER BY order_id, line`,
      [orderIds],
    );
  }
}
