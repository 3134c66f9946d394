import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';

/** A shipment that a courier carries. */
export interface ShipmentOnTheWay {
  /** The booking's. */
  id: number;
  shipmentId: number;
  orderNumber: string;
  courier: string;
  awb: string;
  city: string;
  state: ShipmentState;
  newsAt: Date;
  expectedAt: Date | null;
}

/** How much of a courier is where. */
export interface CourierCount {
  courier: string;
  state: ShipmentState;
  count: number;
}

const FROM = `courier_bookings b JOIN shipment_progress p ON p.shipment_id = b.shipment_id
  JOIN orders o ON o.id = b.order_id WHERE p.phase < 3`;
const COURIER = 'coalesce(b.courier_name, b.kind)';

/** Shipments that couriers carry. */
@Injectable()
export class OnTheWayRepository {
  async list(
    manager: EntityManager,
    { beforeId, limit }: NewestFirst,
  ): Promise<ShipmentOnTheWay[]> {
    return manager.query(
      `SELECT b.id, b.shipment_id AS "shipmentId", o.order_number AS "orderNumber", ${COURIER} AS courier, b.awb,
          o.shipping_city AS city, p.state, p.best_at AS "newsAt", p.expected_at AS "expectedAt"
        FROM ${FROM} AND ($1::integer IS NULL OR b.id < $1) ORDER BY b.id DESC LIMIT $2`,
      [beforeId, limit],
    );
  }

  async countByCourier(manager: EntityManager): Promise<CourierCount[]> {
    return manager.query(
      `SELECT ${COURIER} AS courier, p.state, count(*)::integer AS count FROM ${FROM}
        GROUP BY 1, 2 ORDER BY 1, 2`,
    );
  }
}
