import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import type { Idempotency } from '../../platform/idempotency/idempotency-context.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { StockService } from '../../stock/stock.service.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import { nextStatus } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { unitProblems, type OrderUnits } from '../../orders/lifecycle/order-units.js';
import {
  ShipmentsRepository,
  type NewShipment,
  type ShipmentCorrection,
} from './shipments.repository.js';
import { courierKey, CouriersService } from './couriers.service.js';
import type { MissingFact } from '../../tax/issuing/uninvoiced-shipment.entity.js';
import type { ArticleCheck } from '../scans/packing-rules.entity.js';
import { assertCounted } from '../scans/unit-count.js';
import { OrderInvoicesService } from '../invoicing/order-invoices.service.js';
import { OrderChanges, refusedTransition, stockOf } from '../../orders/lifecycle/order-changes.js';

export type { NewShipment };

/** Courier of units that somebody of the shop brings. */
const BY_HAND = courierKey('By hand');

/** A recorded shipment. */
interface Shipped {
  id: number;
  /** What its invoice lacks; empty if it has one, or needs none. */
  missing: readonly MissingFact[];
}

/** Ships orders, and closes orders without further units to ship. */
@Injectable()
export class ShippingService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly ledger: LedgerService,
    private readonly stock: StockService,
    private readonly couriers: CouriersService,
    private readonly repository: ShipmentsRepository,
    private readonly invoices: OrderInvoicesService,
  ) {}

  /**
   * Sends a shipment: its units leave the stock, and it gets its tax document.
   *
   * @throws AppError order_not_found, transition_refused, validation_failed (more than is left of a line, or not counted although it
   *   must be), units_are_booked (with another AWB), booking_canceled (the AWB is old), on_hold (the client owes money), not_invoiceable, documents_on_hold
   */
  async ship(orderNumber: string, shipment: NewShipment, key: Idempotency): Promise<void> {
    await this.changes.change(
      orderNumber,
      null,
      async (manager, order) => {
        const { sent, checkArticles } = await this.send(manager, order, shipment);
        const units = sent.reduce((sum, { quantity }) => sum + quantity, 0);
        assertCounted(checkArticles, units, shipment);
      },
      key,
    );
  }

  /** Ships a locked order, live or test, whether it was counted or not. @throws AppError as ship */
  async shipLocked(manager: EntityManager, order: Order, shipment: NewShipment): Promise<Shipped> {
    const { id, missing } = await this.send(manager, order, shipment);
    return { id, missing };
  }

  /**
   * Throws unless units of a locked live order could be shipped now. Changes nothing, and locks no series of documents.
   *
   * @param units null: all remaining units
   * @throws AppError transition_refused, validation_failed (more than is left of a line), on_hold, not_invoiceable,
   *   documents_on_hold
   */
  async check(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[] | null,
  ): Promise<void> {
    const { sent } = await this.plan(manager, order, units);
    await this.ledger.assertNotOnHold(manager, order.clientId);
    await this.invoices.assertInvoiceable(manager, order, sent);
  }

  /**
   * Closes a partly shipped order, which then counts as shipped. Its other units are released, and what was paid for them goes
   * to the wallet.
   * - the delivery charge is kept
   *
   * @throws AppError order_not_found, transition_refused
   */
  async close(orderNumber: string, reason: string, key: Idempotency): Promise<void> {
    const close = async (manager: EntityManager, order: Order): Promise<void> => {
      const items = await this.changes.listItems(manager, order.id);
      const canceled = items.filter((item) => left(item) > 0);
      const amountMinor = canceled.reduce((sum, item) => sum + left(item) * item.unitPriceMinor, 0);
      await this.changes.advance(manager, order, 'close', {
        details: {
          reason,
          refunded_minor: amountMinor,
          items: canceled.map((item) => ({ line: item.line, quantity: left(item) })),
        },
      });
      await this.repository.cancelUnshipped(manager, order.id);
      await this.stock.release(
        manager,
        canceled.map((item) => stockOf(item, left(item))),
      );
      const money = { clientId: order.clientId, orderId: order.id, amountMinor };
      await this.ledger.refund(manager, money, { key: 'close', note: reason });
    };
    await this.changes.change(orderNumber, null, close, key);
  }

  /**
   * Corrects what stores see of a shipment. A tracking page from the courier's template follows the number.
   *
   * @throws AppError order_not_found, shipment_not_found, booking_canceled, validation_failed (the AWB of a box that waits)
   */
  async correctShipment(
    orderNumber: string,
    shipmentId: number,
    change: ShipmentCorrection,
  ): Promise<void> {
    await this.changes.change(orderNumber, null, async (manager, order) => {
      const shipment = await this.repository.findShipment(manager, order.id, shipmentId);
      if (shipment === null) throw new AppError('shipment_not_found');
      const { courier, trackingNumber, trackingUrl } = shipment;
      const before = { courier, trackingNumber, trackingUrl };
      const after = { ...before, ...change };
      if (change.trackingUrl === undefined && trackingUrl !== null) {
        const made = await this.couriers.findTrackingUrl(manager, before);
        if (trackingUrl === made) {
          after.trackingUrl = await this.couriers.findTrackingUrl(manager, after);
        }
      }
      if (isDeepStrictEqual(before, after)) return;
      if (after.trackingNumber !== trackingNumber) {
        mustTrack(orderNumber, after);
        // A claim of no units: a box that waits keeps its AWB, in this order and in others.
        const waiting = await this.changes.claimBooking(manager, order, [], after.trackingNumber);
        if (waiting !== null) {
          const message = `${after.trackingNumber} is the AWB of a box of this order that was not handed over yet`;
          throw invalidField('tracking_number', 'awb_taken', message);
        }
      }
      await this.repository.updateShipment(manager, shipment, after);
      await this.changes.record(manager, order, {
        action: 'shipment.corrected',
        before: { shipmentId, ...before },
        after: { shipmentId, ...after },
      });
    });
  }

  /** Finds the items of a locked order that a shipment takes. @throws AppError transition_refused, validation_failed */
  private async plan(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[] | null,
  ): Promise<{ sent: ItemUnits[]; event: 'shipRest' | 'shipPart' }> {
    const wanted = units === null ? 'shipRest' : 'shipPart';
    if (nextStatus(order.status, wanted) === null) throw refusedTransition(order, wanted);
    const items = await this.changes.listItems(manager, order.id);
    const sent = unitsOf(items, units);
    const byLine = new Map(sent.map(({ item, quantity }) => [item.line, quantity]));
    const isRest = items.every((item) => left(item) === (byLine.get(item.line) ?? 0));
    return { sent, event: isRest ? 'shipRest' : 'shipPart' };
  }

  private async send(
    manager: EntityManager,
    order: Order,
    shipment: NewShipment,
  ): Promise<Shipped & { sent: ItemUnits[]; checkArticles: ArticleCheck }> {
    const { trackingNumber } = shipment;
    if (!order.isTest) mustTrack(order.orderNumber, shipment);
    const { sent, event } = await this.plan(manager, order, shipment.items);
    const units = sent.map(({ item: { line }, quantity }) => ({ line, quantity }));
    const handOver = await this.changes.claimBooking(manager, order, units, trackingNumber);
    await this.changes.advance(manager, order, event, {
      details: {
        tracking_number: trackingNumber,
        items: units,
        scanned: shipment.scanned,
        counted_by_hand: shipment.countedByHand,
      },
    });
    const trackingUrl =
      shipment.trackingUrl ?? (await this.couriers.findTrackingUrl(manager, shipment));
    const sending = { ...shipment, trackingUrl };
    const { id, checkArticles } = await this.repository.insertShipment(
      manager,
      order.id,
      sending,
      sent,
    );
    await handOver?.(id);
    await this.stock.ship(
      manager,
      order.id,
      order.isTest ? [] : sent.map(({ item, quantity }) => stockOf(item, quantity)),
    );
    if (!order.isTest) await this.ledger.assertNotOnHold(manager, order.clientId);
    const missing = await this.invoices.invoice(manager, order, id, sent);
    return { id, missing, sent, checkArticles };
  }
}

interface ItemUnits {
  item: OrderItem;
  quantity: number;
}

/** @throws AppError validation_failed: it is a word, such as "pending", or the order's own number. By hand there is none; those of test orders are made up */
function mustTrack(
  orderNumber: string,
  { courier, trackingNumber }: Pick<NewShipment, 'courier' | 'trackingNumber'>,
): void {
  const isNumber = /\d/.test(trackingNumber) && trackingNumber.toUpperCase() !== orderNumber;
  if (isNumber || courierKey(courier) === BY_HAND) return;
  const message = `must be the courier's number, not ${trackingNumber}; with the courier "By hand" any text will do`;
  throw invalidField('tracking_number', 'invalid_tracking_number', message);
}

/** Picks the units of a shipment: those of the named lines, or all that remain. */
function unitsOf(items: readonly OrderItem[], named: NewShipment['items']): ItemUnits[] {
  if (named === null) {
    return items.filter((item) => left(item) > 0).map((item) => ({ item, quantity: left(item) }));
  }
  const problems = unitProblems(items, named, 'items', left, 'units left to ship');
  if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
  const quantities = new Map(named.map(({ line, quantity }) => [line, quantity]));
  return items.flatMap((item) => {
    const quantity = quantities.get(item.line);
    return quantity === undefined ? [] : [{ item, quantity }];
  });
}

function left(item: OrderItem): number {
  return item.quantity - item.shippedQuantity - item.canceledQuantity;
}
