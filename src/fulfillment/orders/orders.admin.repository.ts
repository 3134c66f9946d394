import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderItem } from '../../orders/order-item.entity.js';
import { OrderStatusChange } from '../../orders/lifecycle/order-status-change.entity.js';
import { Order } from '../../orders/order.entity.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { StoredReturns } from '../returns/returned-units.js';
import { ShipmentItem } from '../../orders/lifecycle/shipment-item.entity.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';

/** A shipment with its units. */
export interface SentShipment extends Shipment {
  items: ShipmentItem[];
}

/** An order with everything that is stored about it. */
export interface StoredOrder extends Order, StoredReturns {
  items: OrderItem[];
  shipments: SentShipment[];
  timeline: OrderStatusChange[];
}

/** Orders with everything that is stored about them. */
@Injectable()
export class OrdersAdminRepository {
  constructor(private readonly returns: OrderReturnsRepository) {}

  /** Finds a live order of any client. */
  async find(manager: EntityManager, orderNumber: string): Promise<StoredOrder | null> {
    const order = await manager.getRepository(Order).findOneBy({ orderNumber, isTest: false });
    return order && this.withDetails(manager, order);
  }

  /** Finds the numbers of the orders that have shipments with some tracking numbers, by tracking number. */
  async findByTracking(
    manager: EntityManager,
    trackingNumbers: readonly string[],
  ): Promise<Map<string, Set<string>>> {
    const found = await manager.query<{ trackingNumber: string; orderNumbers: string[] }[]>(
      `SELECT s.tracking_number AS "trackingNumber", json_agg(o.order_number ORDER BY o.id) AS "orderNumbers"
        FROM shipments s JOIN orders o ON o.id = s.order_id
        WHERE s.tracking_number = ANY($1) GROUP BY s.tracking_number`,
      [[...new Set(trackingNumbers)]],
    );
    return new Map(
      found.map(({ trackingNumber, orderNumbers }) => [trackingNumber, new Set(orderNumbers)]),
    );
  }

  /** Lists the units of an order that were sent with a courier and tracking number, by line. */
  async listShippedUnits(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber }: Pick<Shipment, 'courier' | 'trackingNumber'>,
  ): Promise<OrderUnits[]> {
    return manager.query<OrderUnits[]>(
      `SELECT item.line, sum(item.quantity)::integer AS quantity
        FROM shipments s JOIN shipment_items item ON item.shipment_id = s.id
        WHERE s.order_id = $1 AND s.courier = $2 AND s.tracking_number = $3 GROUP BY item.line ORDER BY item.line`,
      [orderId, courier, trackingNumber],
    );
  }

  /** Finds a client's own order, test orders too, by its number or its store's id. */
  async findOwn(
    manager: EntityManager,
    clientId: number,
    reference: string,
  ): Promise<StoredOrder | null> {
    const order = await manager.getRepository(Order).findOneBy([
      { orderNumber: reference, clientId },
      { storeOrderId: reference, clientId },
    ]);
    return order && this.withDetails(manager, order);
  }

  private async withDetails(manager: EntityManager, order: Order): Promise<StoredOrder> {
    const ofOrder = { orderId: order.id };
    const shipments = await manager
      .getRepository(Shipment)
      .find({ where: ofOrder, order: { id: 'ASC' } });
    const units = await manager
      .getRepository(ShipmentItem)
      .find({ where: ofOrder, order: { line: 'ASC' } });
    return {
      ...order,
      items: await manager
        .getRepository(OrderItem)
        .find({ where: ofOrder, order: { line: 'ASC' } }),
      shipments: shipments.map((shipment) => ({
        ...shipment,
        items: units.filter(({ shipmentId }) => shipmentId === shipment.id),
      })),
      timeline: await manager
        .getRepository(OrderStatusChange)
        .find({ where: ofOrder, order: { id: 'ASC' } }),
      ...(await this.returns.list(manager, order.id)),
    };
  }
}
