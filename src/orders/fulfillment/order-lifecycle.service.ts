import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService, type Change } from '../../audit/audit.service.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import type { StockQuantity } from '../../stock/stock-key.js';
import { StockService } from '../../stock/stock.service.js';
import type { WalletReason } from '../../wallet/wallet-entry.entity.js';
import { WalletService } from '../../wallet/wallet.service.js';
import {
  nextStatus,
  statusesBefore,
  type OrderEvent,
  type PaymentStatus,
} from '../order-lifecycle.js';
import type { OrderItem } from '../order-item.entity.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository, type NewShipment } from '../orders.repository.js';
import type { PaymentOutcome } from './payment.entity.js';

/** Money that arrived for an order, always in full. */
export interface NewPayment {
  method: string;
  /** The payment's id where it was made; null where there is none. */
  reference: string | null;
}

/** Whose order is meant: the same number is not found among those of the other kind. */
export interface OrderKind {
  /** Of test orders only their own timer may change anything. */
  isTest: boolean;
}

const LIVE: OrderKind = { isTest: false };

/** How many orders one transaction expires: few enough to hold their locks for a moment only. */
const EXPIRY_BATCH = 50;

const ACTIONS: Record<OrderEvent, string> = {
  pay: 'order.paid',
  expire: 'order.expired',
  cancel: 'order.cancelled',
  shipPart: 'order.part_shipped',
  shipRest: 'order.shipped',
  deliver: 'order.delivered',
  return: 'order.returned',
};

/**
 * What happens to an order after it was placed. Each change locks the order first, then its stock,
 * then the wallet: two changes can't wait for each other in a circle. A test order takes the same way, but
 * holds no stock, and nothing of it is in the audit log.
 */
@Injectable()
export class OrderLifecycleService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly wallet: WalletService,
    private readonly stock: StockService,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Records that an order was paid. The same reference again changes nothing. Money for an expired
   * order reserves its stock again; where that is short, it goes into the client's wallet.
   *
   * @throws AppError order_not_found, transition_refused, payment_recorded (for another order, or a second
   *   one without a reference)
   */
  async pay(orderNumber: string, { method, reference }: NewPayment, kind = LIVE): Promise<void> {
    try {
      await this.change(orderNumber, kind, async (manager, order) => {
        const orderId = order.id;
        const known = await this.repository.findPayments(manager, { orderId, method, reference });
        if (known.some((payment) => payment.orderId === orderId)) return;
        if (known.length > 0) throw new AppError('payment_recorded');
        if (reference === null && (await this.repository.hasPayment(manager, order.id))) {
          throw paidBefore(orderNumber);
        }
        const outcome = await this.applyPayment(manager, order);
        const payment = { method, reference, amountMinor: order.totalMinor, outcome };
        await this.repository.insertPayment(manager, { orderId, ...payment });
        await this.record(manager, order, { action: 'payment.recorded', after: payment });
      });
    } catch (error) {
      throw isUniqueViolation(error, 'payments_method_reference_uq')
        ? new AppError('payment_recorded')
        : error;
    }
  }

  /**
   * Sends a parcel: its pieces leave the stock.
   *
   * @throws AppError order_not_found, transition_refused, validation_failed (more than is left of a line)
   */
  async ship(orderNumber: string, shipment: NewShipment, kind = LIVE): Promise<void> {
    await this.change(orderNumber, kind, async (manager, order) => {
      const wanted = shipment.items === null ? 'shipRest' : 'shipPart';
      if (nextStatus(order.status, wanted) === null) throw refusedTransition(order, wanted);
      const items = await this.repository.listItems(manager, order.id);
      const parcel = parcelOf(items, shipment.items);
      const shipped = new Map(parcel.map(({ item, quantity }) => [item.line, quantity]));
      const isRest = items.every((item) => left(item) === (shipped.get(item.line) ?? 0));
      await this.advance(manager, order, isRest ? 'shipRest' : 'shipPart', {
        details: {
          tracking_number: shipment.trackingNumber,
          items: parcel.map(({ item: { line }, quantity }) => ({ line, quantity })),
        },
      });
      await this.repository.insertShipment(manager, order.id, shipment, parcel);
      await this.stock.ship(
        manager,
        order.id,
        order.isTest ? [] : parcel.map(({ item, quantity }) => stockOf(item, quantity)),
      );
    });
  }

  /** @throws AppError order_not_found, transition_refused */
  async deliver(orderNumber: string, reason: string | null = null, kind = LIVE): Promise<void> {
    await this.change(orderNumber, kind, (manager, order) =>
      this.advance(manager, order, 'deliver', { details: { reason } }),
    );
  }

  /** It came back to us; what can be sold again is added to the stock by hand. @throws as deliver */
  async return(orderNumber: string, reason: string | null = null, kind = LIVE): Promise<void> {
    await this.change(orderNumber, kind, (manager, order) =>
      this.advance(manager, order, 'return', { details: { reason } }),
    );
  }

  /**
   * Gives the order's pieces back for sale, and what was paid into the client's wallet.
   *
   * @throws AppError order_not_found, transition_refused
   */
  async cancel(orderNumber: string, reason: string | null = null, kind = LIVE): Promise<void> {
    await this.change(orderNumber, kind, async (manager, order) => {
      const isPaid = order.paymentStatus === 'paid';
      await this.advance(manager, order, 'cancel', {
        paymentStatus: isPaid ? 'refunded' : order.paymentStatus,
        details: { reason },
      });
      await this.stock.release(manager, await this.reservations(manager, order));
      if (isPaid) await this.credit(manager, order, 'refund');
    });
  }

  /** As time does with an order that nobody paid. @throws AppError order_not_found, transition_refused */
  async expire(orderNumber: string, kind: OrderKind): Promise<void> {
    await this.change(orderNumber, kind, async (manager, order) => {
      await this.advance(manager, order, 'expire');
      await this.stock.release(manager, await this.reservations(manager, order));
    });
  }

  /**
   * Expires orders that nobody paid in time, by the database's clock; several instances may do so at
   * once, each takes orders that no other is at.
   *
   * @returns how many there were
   */
  async expireUnpaid(ttlHours: number): Promise<number> {
    for (let total = 0; ;) {
      const count = await inTransaction(this.dataSource, (manager) =>
        this.expireBatch(manager, ttlHours),
      );
      total += count;
      if (count < EXPIRY_BATCH) return total;
    }
  }

  private async expireBatch(manager: EntityManager, ttlHours: number): Promise<number> {
    const orders = await this.repository.lockUnpaid(manager, ttlHours, EXPIRY_BATCH);
    const reservations: StockQuantity[] = [];
    for (const order of orders) {
      await this.advance(manager, order, 'expire');
      reservations.push(...(await this.reservations(manager, order)));
    }
    // All at once: levels are locked in one order, whatever the orders hold.
    await this.stock.release(manager, reservations);
    return orders.length;
  }

  private async applyPayment(manager: EntityManager, order: Order): Promise<PaymentOutcome> {
    if (order.status === 'expired') {
      const reservations = await this.reservations(manager, order);
      const shortages = await this.stock.reserve(manager, reservations);
      if (shortages.length > 0) {
        await this.credit(manager, order, 'late_payment');
        return 'credited';
      }
    }
    await this.advance(manager, order, 'pay', { paymentStatus: 'paid' });
    return 'applied';
  }

  private async credit(
    manager: EntityManager,
    { id: orderId, clientId, totalMinor: amountMinor, isTest }: Order,
    reason: WalletReason,
  ): Promise<void> {
    await this.wallet.credit(manager, { clientId, amountMinor, reason, orderId, isTest });
  }

  /** What an open order that nothing was shipped of holds of the stock. */
  private async reservations(manager: EntityManager, order: Order): Promise<StockQuantity[]> {
    if (order.isTest) return [];
    const items = await this.repository.listItems(manager, order.id);
    return items.map((item) => stockOf(item, item.quantity));
  }

  private async record(
    manager: EntityManager,
    { orderNumber, isTest }: Order,
    change: Omit<Change, 'subject'>,
  ): Promise<void> {
    if (isTest) return;
    await this.audit.record(manager, { ...change, subject: `order ${orderNumber}` });
  }

  private async change(
    orderNumber: string,
    { isTest }: OrderKind,
    work: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const order = await this.repository.lockOrder(manager, { orderNumber, isTest });
      if (order === null) throw new AppError('order_not_found');
      await work(manager, order);
    });
  }

  private async advance(
    manager: EntityManager,
    order: Order,
    event: OrderEvent,
    {
      paymentStatus = order.paymentStatus,
      details = {},
    }: { paymentStatus?: PaymentStatus; details?: object } = {},
  ): Promise<void> {
    const status = nextStatus(order.status, event);
    if (status === null) throw refusedTransition(order, event);
    await this.repository.updateStatus(manager, order.id, { status, paymentStatus });
    if (status !== order.status) {
      await this.repository.insertStatusChange(manager, order.id, status);
    }
    await this.record(manager, order, {
      action: ACTIONS[event],
      before: { status: order.status, payment_status: order.paymentStatus },
      after: { status, payment_status: paymentStatus, ...details },
    });
  }
}

interface ParcelItem {
  item: OrderItem;
  quantity: number;
}

/** What a shipment holds: what was named, else all that is left. */
function parcelOf(items: readonly OrderItem[], named: NewShipment['items']): ParcelItem[] {
  if (named === null) {
    return items.filter((item) => left(item) > 0).map((item) => ({ item, quantity: left(item) }));
  }
  const byLine = new Map(items.map((item) => [item.line, item]));
  const problems: FieldError[] = [];
  const parcel = named.flatMap(({ line, quantity }, index) => {
    const item = byLine.get(line);
    byLine.delete(line);
    if (item !== undefined && quantity <= left(item)) return [{ item, quantity }];
    problems.push(
      item === undefined
        ? {
            field: `items.${index}.line`,
            code: 'unknown_line',
            message: `line ${line} is not a line of the order, or was named before`,
          }
        : {
            field: `items.${index}.quantity`,
            code: 'out_of_range',
            message: `line ${line} has ${left(item)} pieces left to ship`,
          },
    );
    return [];
  });
  if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
  return parcel;
}

function left(item: OrderItem): number {
  return item.quantity - item.shippedQuantity;
}

function stockOf({ productId, variationKey }: OrderItem, quantity: number): StockQuantity {
  return { productId, variationKey: variationKey ?? '', quantity };
}

/** Without a reference nobody can tell a second payment from the first one told twice. */
function paidBefore(orderNumber: string): AppError {
  return new AppError('payment_recorded', {
    message: `A payment for order ${orderNumber} was recorded already: another one needs its reference.`,
  });
}

function refusedTransition({ orderNumber, status }: Order, event: OrderEvent): AppError {
  const needed = statusesBefore(event).join(' or ');
  const targets = [...new Set(statusesBefore(event).map((from) => nextStatus(from, event)))];
  return new AppError('transition_refused', {
    message: `Order ${orderNumber} is ${status} and can't become ${targets.join(' or ')}: it would have to be ${needed}.`,
  });
}
