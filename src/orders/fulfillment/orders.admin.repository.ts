import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderItem } from '../order-item.entity.js';
import { OrderStatusChange } from '../order-status-change.entity.js';
import { Order } from '../order.entity.js';
import { ShipmentItem } from './shipments/shipment-item.entity.js';
import { Shipment } from './shipments/shipment.entity.js';

/** Everything that is stored about an order. */
export interface StoredOrder {
  order: Order;
  items: OrderItem[];
  shipments: Shipment[];
  shipmentItems: ShipmentItem[];
  timeline: OrderStatusChange[];
}

/** Orders of all clients as operators see them, without test orders. */
@Injectable()
export class OrdersAdminRepository {
  async find(manager: EntityManager, orderNumber: string): Promise<StoredOrder | null> {
    const order = await manager.getRepository(Order).findOneBy({ orderNumber, isTest: false });
    if (order === null) return null;
    const ofOrder = { orderId: order.id };
    return {
      order,
      items: await manager
        .getRepository(OrderItem)
        .find({ where: ofOrder, order: { line: 'ASC' } }),
      shipments: await manager
        .getRepository(Shipment)
        .find({ where: ofOrder, order: { id: 'ASC' } }),
      shipmentItems: await manager
        .getRepository(ShipmentItem)
        .find({ where: ofOrder, order: { line: 'ASC' } }),
      timeline: await manager
        .getRepository(OrderStatusChange)
        .find({ where: ofOrder, order: { id: 'ASC' } }),
    };
  }
}
