import { createHash } from 'node:crypto';
import type { ReturnAddress } from '../../../fulfillment/returns/place/return-place.entity.js';
import { trackingUrlOf } from '../../../fulfillment/shipping/tracking-url.js';
import { ORDER_NUMBER_ALPHABET } from '../../../orders/order-number.js';
import type { ShippedLine } from '../../../tax/issuing/invoice-draft.js';
import type { PastBooks } from './past-books.js';
import type { PastOrder, Step } from './past-orders.js';
import type { Row, Rows } from './rows.js';
import type { Seeded } from './seeded.js';

const RETURN_REASONS = [
  'The customer refused the delivery',
  'The color differs from the picture',
  'Ordered twice by mistake',
  'The box was dented',
];
const CLOSE_REASON = 'The rest was damaged in the warehouse';

/** Everyone who acted, as the audit log names them. */
export interface PastActors {
  warehouse: string;
  support: string;
}

/** The client of an order. */
export interface TradingClient {
  id: number;
  planId: number;
  /** Beginning of its own order ids. */
  prefix: string;
}

/** Documents of an order, for installations that issue them. */
interface Documents {
  invoice(order: StoredOrder, shipmentId: number, lines: readonly ShippedLine[], at: Date): void;
  credit(order: StoredOrder, reason: string, at: Date): void;
}

/** An order whose rows exist. */
export interface StoredOrder {
  past: PastOrder;
  client: TradingClient;
  id: number;
  orderNumber: string;
  totalMinor: number;
  row: Row & { id: number; store_order_id: string | null; status: string; payment_status: string };
  items: (Row & { line: number; quantity: number; shipped_quantity: number })[];
  returned: Row | null;
}

/** Tools for writing the past. */
interface Tools {
  rows: Rows;
  random: Seeded;
  books: PastBooks;
  documents: Documents | null;
  actors: PastActors;
  couriers: readonly { name: string; urlTemplate: string }[];
  returnAddress: ReturnAddress | null;
  currency: string;
}

/** The orders of the past, step by step in time order. */
export class PastTrade {
  private placed = 0;

  constructor(private readonly tools: Tools) {}

  place(past: PastOrder, client: TradingClient): StoredOrder {
    const { rows, random, currency } = this.tools;
    const { customer, shipping, lines, placedAt, isByPhone } = past;
    const id = rows.nextId('orders');
    const orderNumber = `WO-${random.text(ORDER_NUMBER_ALPHABET, 10)}`;
    const subtotal = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
    const delivery = lines.reduce((sum, line) => sum + line.deliveryMinor, 0);
    this.placed += 1;
    const row = {
      id,
      order_number: orderNumber,
      client_id: client.id,
      plan_id: client.planId,
      store_order_id: isByPhone ? null : `${client.prefix}-${2_000 + this.placed}`,
      by_operator: isByPhone,
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      customer_name: customer.name,
      customer_phone: customer.phone,
      customer_email: customer.email,
      shipping_address: shipping.address,
      shipping_city: shipping.city,
      shipping_state: shipping.state,
      shipping_pincode: shipping.pincode,
      shipping_country: 'India',
      currency,
      items_count: lines.length,
      subtotal_minor: subtotal,
      delivery_minor: delivery,
      total_minor: subtotal + delivery,
      request_hash: `\\x${createHash('sha256').update(orderNumber).digest('hex')}`,
      created_at: placedAt,
      updated_at: placedAt,
      is_test: false,
      refund_final: false,
    };
    rows.add('orders', row);
    const items = lines.map((line, index) => ({
      order_id: id,
      line: index + 1,
      product_id: line.productId,
      sku: line.sku,
      name: line.name,
      variation: line.variationKey || null,
      variation_key: line.variationKey || null,
      quantity: line.quantity,
      shipped_quantity: 0,
      canceled_quantity: 0,
      restocked_quantity: 0,
      unit_price_minor: line.unitPriceMinor,
      line_total_minor: line.unitPriceMinor * line.quantity,
    }));
    for (const item of items) rows.add('order_items', item);
    const totalMinor = subtotal + delivery;
    const order = { past, client, id, orderNumber, totalMinor, row, items, returned: null };
    this.noteStatus(order, placedAt, totalMinor);
    if (isByPhone) {
      const after = { client: client.id, total_minor: totalMinor };
      this.audit(order, 'order.placed', this.tools.actors.support, placedAt, after);
    }
    return order;
  }

  /** Makes a step of an order, except its payment, which is noted afterwards. */
  take(order: StoredOrder, step: Step, at: Date): void {
    const { support, warehouse } = this.tools.actors;
    switch (step) {
      case 'pay':
        order.row.payment_status = 'paid';
        return this.enter(order, 'pending', at);
      case 'shipPart':
        return this.ship(order, order.items.slice(0, 1), 'partially_shipped', at);
      case 'ship': {
        const left = order.items.filter((item) => item.shipped_quantity === 0);
        return this.ship(order, left, 'shipped', at);
      }
      case 'close':
        return this.close(order, at);
      case 'deliver':
        return this.advance(order, 'delivered', warehouse, at);
      case 'ask':
      case 'accept':
        return this.askOrAccept(order, step, at);
      case 'return':
        return this.advance(order, 'returned', warehouse, at);
      case 'refund':
        return this.refund(order, at);
      case 'cancel':
        return this.cancel(order, at);
      case 'expire':
        return this.advance(order, 'expired', support, at);
    }
  }

  private ship(order: StoredOrder, items: StoredOrder['items'], status: string, at: Date): void {
    const { rows, random, documents, couriers, actors } = this.tools;
    const id = rows.nextId('shipments');
    const { name: courier, urlTemplate } = random.pick(couriers);
    const trackingNumber = `${courier.slice(0, 2).toUpperCase()}${random.text('0123456789', 9)}IN`;
    rows.add('shipments', {
      id,
      order_id: order.id,
      courier,
      tracking_number: trackingNumber,
      tracking_url: trackingUrlOf(urlTemplate, trackingNumber),
      shipped_at: at,
      created_at: at,
    });
    for (const item of items) {
      const { line, quantity } = item;
      item.shipped_quantity = quantity;
      rows.add('shipment_items', { shipment_id: id, order_id: order.id, line, quantity });
      this.move(item, -quantity, 'shipped', at);
    }
    const units = items.map(({ line, quantity }) => ({ line, quantity }));
    this.advance(order, status, actors.warehouse, at, {
      items: units,
      tracking_number: trackingNumber,
    });
    const sent = items.map(({ line, quantity }) => {
      const { productId, sku, name, unitPriceMinor } = order.past.lines[line - 1]!;
      return {
        orderLine: line,
        productId,
        sku,
        description: name,
        units: quantity,
        unitPriceMinor,
      };
    });
    documents?.invoice(order, id, sent, at);
  }

  /** Closes an order. What is left of it is refunded. */
  private close(order: StoredOrder, at: Date): void {
    const left = order.items.filter((item) => item.shipped_quantity === 0);
    const units = left.map(({ line, quantity }) => ({ line, quantity }));
    for (const item of left) item.canceled_quantity = item.quantity;
    const amountMinor = left.reduce((sum, item) => sum + Number(item.line_total_minor), 0);
    this.advance(order, 'shipped', this.tools.actors.support, at, {
      items: units,
      reason: CLOSE_REASON,
      refunded_minor: amountMinor,
    });
    const refund = { key: 'close', amountMinor, note: CLOSE_REASON };
    this.tools.books.refund(order.client.id, order, refund, at);
  }

  private askOrAccept(order: StoredOrder, step: 'ask' | 'accept', at: Date): void {
    const { rows, random, actors, returnAddress } = this.tools;
    if (step === 'ask') {
      const id = rows.nextId('order_returns');
      order.returned = {
        id,
        order_id: order.id,
        reason: random.pick(RETURN_REASONS),
        created_at: at,
        accepted_at: null,
        return_address: null,
        inspected_at: null,
      };
      rows.add('order_returns', order.returned);
      for (const { line, quantity } of order.items) {
        const units = { return_id: id, order_id: order.id, line, quantity };
        rows.add('order_return_items', { ...units, scrapped_quantity: 0 });
      }
    } else Object.assign(order.returned!, { accepted_at: at, return_address: returnAddress });
    const action = step === 'ask' ? 'order.return_requested' : 'order.return_accepted';
    this.audit(order, action, actors.support, at, { return_id: order.returned!.id });
  }

  /** Inspects the units that came back, puts them back into the stock, and refunds the order. */
  private refund(order: StoredOrder, at: Date): void {
    const { documents, books, actors } = this.tools;
    const { totalMinor: amountMinor, client, items } = order;
    const note = String(order.returned!.reason);
    order.returned!.inspected_at = at;
    for (const item of items) {
      item.restocked_quantity = item.quantity;
      this.move(item, item.quantity, 'returned', at);
    }
    order.row.payment_status = 'refunded';
    order.row.updated_at = at;
    books.refund(client.id, order, { key: 'return:1', amountMinor, note }, at);
    documents?.credit(order, note, at);
    const restock = items.map(({ line, quantity }) => ({ line, quantity }));
    this.audit(order, 'order.refunded', actors.support, at, {
      status: 'returned',
      payment_status: 'refunded',
      final: false,
      reason: note,
      restock,
      refunded_minor: amountMinor,
    });
  }

  private cancel(order: StoredOrder, at: Date): void {
    const reason = 'The customer changed their mind';
    if (order.row.payment_status === 'paid') {
      order.row.payment_status = 'refunded';
      const refund = { key: 'cancel', amountMinor: order.totalMinor, note: reason };
      this.tools.books.refund(order.client.id, order, refund, at);
    }
    this.advance(order, 'cancelled', this.tools.actors.support, at, { reason });
  }

  /** Changes the status and writes it to the audit log. */
  private advance(
    order: StoredOrder,
    status: string,
    actor: string,
    at: Date,
    details: Row = { reason: null },
  ): void {
    const before = { status: order.row.status, payment_status: order.row.payment_status };
    this.enter(order, status, at);
    const action = { partially_shipped: 'part_shipped' }[status] ?? status;
    const name = 'refunded_minor' in details ? 'closed' : action;
    const after = { ...details, status, payment_status: order.row.payment_status };
    this.audit(order, `order.${name}`, actor, at, after, before);
  }

  private enter(order: StoredOrder, status: string, at: Date): void {
    order.row.status = status;
    order.row.updated_at = at;
    this.noteStatus(order, at, null);
  }

  private noteStatus(order: StoredOrder, at: Date, totalMinor: number | null): void {
    const { id, status } = order.row;
    const change = { order_id: id, status, changed_at: at, total_minor: totalMinor };
    this.tools.rows.add('order_status_changes', change);
  }

  private move(item: Row, delta: number, reason: string, at: Date): void {
    const { product_id, variation_key, order_id } = item;
    this.tools.rows.add('stock_movements', {
      product_id,
      variation_key: variation_key ?? '',
      delta,
      reason,
      order_id,
      created_at: at,
      actor: this.tools.actors.warehouse,
    });
  }

  private audit(
    { orderNumber }: StoredOrder,
    action: string,
    actor: string,
    at: Date,
    after: Row,
    before: Row | null = null,
  ): void {
    const entry = { at, actor, action, subject: `order ${orderNumber}` };
    this.tools.rows.add('audit_entries', { ...entry, before, after });
  }
}
