import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { Order } from '../../orders/order.entity.js';
import { textsBy, type OrderTextName } from '../../orders/order-texts.js';

/** Units of a line that are still to be shipped. */
export interface UnshippedLine {
  orderId: number;
  line: number;
  productId: number;
  sku: string;
  name: string;
  /** As the customer sees it; null for a product without variations. */
  variation: string | null;
  /** null for a product without variations. */
  variationKey: string | null;
  quantity: number;
  unitPriceMinor: number;
}

/** Recipient and address of an order. */
export type Delivery = Pick<
  Order,
  | 'id'
  | 'customerName'
  | 'customerPhone'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingState'
  | 'shippingPincode'
  | 'shippingCountry'
  | OrderTextName
>;

@Injectable()
export class PickListRepository {
  constructor(@InjectRepository(Order) private readonly orders: Repository<Order>) {}

  /** Lists the lines of orders with units left to ship. */
  async listUnshipped(
    manager: EntityManager,
    orderIds: readonly number[],
  ): Promise<UnshippedLine[]> {
    return manager.query<UnshippedLine[]>(
      `SELECT order_id AS "orderId", line, product_id AS "productId", sku, name, variation,
          variation_key AS "variationKey", quantity - shipped_quantity - canceled_quantity AS quantity,
          unit_price_minor AS "unitPriceMinor"
        FROM order_items
        WHERE order_id = ANY($1) AND quantity > shipped_quantity + canceled_quantity
        ORDER BY order_id, line`,
      [orderIds],
    );
  }

  async listDeliveries(manager: EntityManager, orderIds: readonly number[]): Promise<Delivery[]> {
    return manager
      .withRepository(this.orders)
      .find({
        where: { id: In(orderIds) },
        select: {
          id: true,
          customerName: true,
          customerPhone: true,
          shippingAddress: true,
          shippingCity: true,
          shippingState: true,
          shippingPincode: true,
          shippingCountry: true,
          ...textsBy(() => true as const),
        },
      });
  }
}
