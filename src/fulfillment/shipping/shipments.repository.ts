import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import { ShipmentItem } from '../../orders/lifecycle/shipment-item.entity.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { EVENT_TIME } from '../../orders/lifecycle/status-sql.js';
import type { ArticleCheck } from '../scans/packing-rules.entity.js';
import type { UnitCount } from '../scans/unit-count.js';
import type { OrderItem } from '../../orders/order-item.entity.js';

/** A shipment to be sent; `items` null: all remaining units of the order. */
export interface NewShipment
  extends Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'>, UnitCount {
  shippedAt: Date | null;
  items: readonly OrderUnits[] | null;
}

/** The fields of a shipment that can be corrected; a missing field stays as it is. */
export type ShipmentCorrection = Partial<
  Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'>
>;

interface StoredShipment {
  id: number;
  checkArticles: ArticleCheck;
}

/** Shipments of orders. Every writer locks the order. */
@Injectable()
export class ShipmentsRepository {
  constructor(
    @InjectRepository(ShipmentItem) private readonly items: Repository<ShipmentItem>,
    @InjectRepository(Shipment) private readonly shipments: Repository<Shipment>,
  ) {}

  /** Stores a shipment with its units of each line. Returns its id, and the rule of packing in the same statement. */
  async insertShipment(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber, trackingUrl, shippedAt }: NewShipment,
    lines: readonly { item: OrderItem; quantity: number }[],
  ): Promise<StoredShipment> {
    const sent = lines.map(({ item: { line }, quantity }) => ({ line, quantity }));
    const [shipment] = await manager.query<[StoredShipment]>(
      `WITH shipment AS (
          INSERT INTO shipments (order_id, courier, tracking_number, tracking_url, shipped_at)
          SELECT $1, $2, $3, $4, coalesce($5, ${EVENT_TIME}) FROM order_status_changes WHERE order_id = $1
          RETURNING id
        ), sent AS (
          INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
          SELECT shipment.id, $1, line, quantity
          FROM shipment, json_to_recordset($6::json) AS units (line integer, quantity integer)
          RETURNING line, quantity
        ), counted AS (
          UPDATE order_items SET shipped_quantity = shipped_quantity + sent.quantity
          FROM sent WHERE order_items.order_id = $1 AND order_items.line = sent.line
        )
        SELECT id, coalesce((SELECT check_articles FROM packing_rules), 'off') AS "checkArticles" FROM shipment`,
      [orderId, courier, trackingNumber, trackingUrl, shippedAt, JSON.stringify(sent)],
    );
    return shipment;
  }

  /** Lists the units of a shipment by line. */
  async listShipmentUnits(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<Map<number, number>> {
    const rows = await manager.withRepository(this.items).findBy({ shipmentId });
    return new Map(rows.map(({ line, quantity }) => [line, quantity]));
  }

  /** Cancels all units of an order that were not shipped. */
  async cancelUnshipped(manager: EntityManager, orderId: number): Promise<void> {
    await manager.query(
      'UPDATE order_items SET canceled_quantity = quantity - shipped_quantity WHERE order_id = $1',
      [orderId],
    );
  }

  async findShipment(
    manager: EntityManager,
    orderId: number,
    id: number,
  ): Promise<Shipment | null> {
    return manager.withRepository(this.shipments).findOneBy({ id, orderId });
  }

  /** Changes a shipment, and moves its order to the end of the list of latest changes. */
  async updateShipment(
    manager: EntityManager,
    { id, orderId }: Shipment,
    change: ShipmentCorrection,
  ): Promise<void> {
    await manager.withRepository(this.shipments).update({ id }, change);
    await manager.query('UPDATE orders SET updated_at = now() WHERE id = $1', [orderId]);
  }
}
