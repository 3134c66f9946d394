import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderAmounts } from './amounts.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import type { OrderStatus, PaymentStatus } from './order-life.js';
import { ORDER_NUMBER_PATTERN } from './order-number.js';
import type { OrderLine, OrderRequest } from './order-request.js';
import { OrderItem } from './order-item.entity.js';
import { OrderStatusChange } from './order-status-change.entity.js';
import { Order } from './order.entity.js';
import { Payment } from './payment.entity.js';
import { Shipment } from './shipment.entity.js';

/** An order as it is stored. */
export interface NewOrder {
  orderNumber: string;
  clientId: number;
  planId: number;
  request: OrderRequest;
  requestHash: Buffer;
  currency: string;
  amounts: OrderAmounts;
}

/** Everything the status of an order tells; instants as PostgreSQL writes them in JSON. */
export interface OrderRow {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalMinor: number;
  items: {
    sku: string;
    name: string;
    variation: string | null;
    variationKey: string | null;
    quantity: number;
    unitPriceMinor: number;
    lineTotalMinor: number;
  }[];
  timeline: { status: OrderStatus; changedAt: string }[];
  /** The latest one. */
  shipment: {
    courier: string;
    trackingNumber: string;
    trackingUrl: string;
    shippedAt: string;
  } | null;
}

/** A parcel to be sent; `items` null: all that is left of the order. */
export interface NewShipment extends Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'> {
  shippedAt: Date | null;
  items: readonly { line: number; quantity: number }[] | null;
}

const IDEMPOTENCY_KEY_TTL_HOURS = 24;

@Injectable()
export class OrdersRepository {
  /** The new order's id, or null when the client has an order with this store order id already. */
  async insertOrder(manager: EntityManager, order: NewOrder): Promise<number | null> {
    const { customer, shipping, items, storeOrderId, notes } = order.request;
    const { subtotalMinor, deliveryMinor, totalMinor } = order.amounts;
    const [inserted] = await manager.query<{ id: number }[]>(
      `INSERT INTO orders (
          order_number, client_id, plan_id, store_order_id, request_hash, currency,
          customer_name, customer_phone, customer_email,
          shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
          notes, items_count, subtotal_minor, delivery_minor, total_minor
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
        ON CONFLICT (client_id, store_order_id) DO NOTHING
        RETURNING id`,
      [
        order.orderNumber,
        order.clientId,
        order.planId,
        storeOrderId,
        order.requestHash,
        order.currency,
        customer.name,
        customer.phone,
        customer.email,
        shipping.address,
        shipping.city,
        shipping.state,
        shipping.pincode,
        shipping.country,
        notes,
        items.length,
        subtotalMinor,
        deliveryMinor,
        totalMinor,
      ],
    );
    return inserted?.id ?? null;
  }

  /**
   * Claims a key for a new order; null, or what the key was claimed for within its lifetime. Of two at
   * once the second waits for the first.
   */
  async claimKey(
    manager: EntityManager,
    { clientId, key, requestHash, orderNumber }: Omit<IdempotencyKey, 'createdAt'>,
  ): Promise<IdempotencyKey | null> {
    const claimed = await manager.query<object[]>(
      `INSERT INTO idempotency_keys (client_id, key, request_hash, order_number)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (client_id, key) DO UPDATE
          SET request_hash = EXCLUDED.request_hash, order_number = EXCLUDED.order_number, created_at = now()
          WHERE idempotency_keys.created_at <= now() - make_interval(hours => $5)
        RETURNING key`,
      [clientId, key, requestHash, orderNumber, IDEMPOTENCY_KEY_TTL_HOURS],
    );
    if (claimed.length > 0) return null;
    return manager.getRepository(IdempotencyKey).findOneByOrFail({ clientId, key });
  }

  /** Forgets keys whose lifetime is over. */
  async deleteOldKeys(manager: EntityManager): Promise<void> {
    await manager.query(
      'DELETE FROM idempotency_keys WHERE created_at <= now() - make_interval(hours => $1)',
      [IDEMPOTENCY_KEY_TTL_HOURS],
    );
  }

  /** The client's order with this order number, as it was placed. */
  async findPlaced(
    manager: EntityManager,
    clientId: number,
    orderNumber: string,
  ): Promise<Order | null> {
    return manager.getRepository(Order).findOneBy({ clientId, orderNumber });
  }

  /** All lines in one statement, numbered from 1. */
  async insertItems(
    manager: EntityManager,
    orderId: number,
    lines: readonly OrderLine[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO order_items (order_id, line, product_id, sku, name, variation, variation_key,
          quantity, unit_price_minor, line_total_minor)
        SELECT $1, line, product_id, sku, name, variation, variation_key,
          quantity, unit_price_minor, unit_price_minor * quantity
        FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::bigint[])
          WITH ORDINALITY AS lines (product_id, sku, name, variation, variation_key, quantity, unit_price_minor, line)`,
      [
        orderId,
        lines.map((line) => line.productId),
        lines.map((line) => line.sku),
        lines.map((line) => line.name),
        lines.map((line) => line.variation),
        lines.map((line) => line.variationKey),
        lines.map((line) => line.quantity),
        lines.map((line) => line.unitPriceMinor),
      ],
    );
  }

  async insertStatusChange(
    manager: EntityManager,
    orderId: number,
    status: OrderStatus,
  ): Promise<void> {
    await manager.getRepository(OrderStatusChange).insert({ orderId, status });
  }

  /** Locks the order against any other change. */
  async lockOrder(manager: EntityManager, orderNumber: string): Promise<Order | null> {
    return manager
      .getRepository(Order)
      .findOne({ where: { orderNumber }, lock: { mode: 'pessimistic_write' } });
  }

  async listItems(manager: EntityManager, orderId: number): Promise<OrderItem[]> {
    return manager.getRepository(OrderItem).find({ where: { orderId }, order: { line: 'ASC' } });
  }

  async updateStatus(
    manager: EntityManager,
    orderId: number,
    change: Pick<Order, 'status' | 'paymentStatus'>,
  ): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, change);
  }

  /** Stores a parcel and what of each line it holds. */
  async insertShipment(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber, trackingUrl, shippedAt }: NewShipment,
    parcel: readonly { item: OrderItem; quantity: number }[],
  ): Promise<void> {
    const shipment = manager.getRepository(Shipment).create({
      orderId,
      courier,
      trackingNumber,
      trackingUrl,
      ...(shippedAt !== null && { shippedAt }),
    });
    await manager.getRepository(Shipment).insert(shipment);
    await manager.query(
      `WITH sent AS (
          INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
          SELECT $1, $2, line, quantity FROM unnest($3::integer[], $4::integer[]) AS parcel (line, quantity)
          RETURNING line, quantity
        )
        UPDATE order_items SET shipped_quantity = shipped_quantity + sent.quantity
        FROM sent WHERE order_items.order_id = $2 AND order_items.line = sent.line`,
      [
        shipment.id,
        orderId,
        parcel.map(({ item }) => item.line),
        parcel.map(({ quantity }) => quantity),
      ],
    );
  }

  /** Locks the oldest orders that have waited for their payment too long, but those others are at. */
  async lockUnpaid(manager: EntityManager, ttlHours: number, limit: number): Promise<Order[]> {
    return manager
      .getRepository(Order)
      .createQueryBuilder('orders')
      .where(`orders.status = 'awaiting_payment'`)
      .andWhere('orders.created_at <= now() - make_interval(hours => :ttlHours)', { ttlHours })
      .orderBy('orders.id')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }

  /** The payment with this method and reference; none where it has no reference. */
  async findPayment(
    manager: EntityManager,
    { method, reference }: Pick<Payment, 'method' | 'reference'>,
  ): Promise<Payment | null> {
    if (reference === null) return null;
    return manager.getRepository(Payment).findOneBy({ method, reference });
  }

  async hasPayment(manager: EntityManager, orderId: number): Promise<boolean> {
    return manager.getRepository(Payment).existsBy({ orderId });
  }

  async insertPayment(
    manager: EntityManager,
    payment: Omit<Payment, 'id' | 'createdAt'>,
  ): Promise<void> {
    await manager.getRepository(Payment).insert(payment);
  }

  /** The client's order with this store order id. */
  async findByStoreOrderId(
    manager: EntityManager,
    clientId: number,
    storeOrderId: string,
  ): Promise<Order | null> {
    return manager.getRepository(Order).findOneBy({ clientId, storeOrderId });
  }

  /** The client's order with this order number or store order id, with all that its status tells. */
  async findStatus(
    manager: EntityManager,
    clientId: number,
    reference: string,
  ): Promise<OrderRow | null> {
    // No store order id has an order number's form, so that a reference means one of the two.
    const key = ORDER_NUMBER_PATTERN.test(reference) ? 'order_number' : 'store_order_id';
    const [order] = await manager.query<OrderRow[]>(
      `SELECT o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", o.status,
          o.payment_status AS "paymentStatus", o.total_minor AS "totalMinor",
          (
            SELECT jsonb_agg(jsonb_build_object(
              'sku', i.sku, 'name', i.name, 'variation', i.variation, 'variationKey', i.variation_key,
              'quantity', i.quantity, 'unitPriceMinor', i.unit_price_minor, 'lineTotalMinor', i.line_total_minor
            ) ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id
          ) AS items,
          (
            SELECT jsonb_agg(jsonb_build_object('status', c.status, 'changedAt', c.changed_at) ORDER BY c.id)
            FROM order_status_changes c WHERE c.order_id = o.id
          ) AS timeline,
          (
            SELECT jsonb_build_object(
              'courier', s.courier, 'trackingNumber', s.tracking_number,
              'trackingUrl', s.tracking_url, 'shippedAt', s.shipped_at
            ) FROM shipments s WHERE s.order_id = o.id ORDER BY s.id DESC LIMIT 1
          ) AS shipment
        FROM orders o
        WHERE o.client_id = $1 AND o.${key} = $2`,
      [clientId, reference],
    );
    return order ?? null;
  }
}
