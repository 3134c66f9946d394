import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../database/transaction.js';
import { AppError, type FieldError } from '../http/errors.js';
import type { StockQuantity } from '../stock/stock-key.js';
import { StockService } from '../stock/stock.service.js';
import { nextStatus, statusesBefore, type OrderEvent, type PaymentStatus } from './order-life.js';
import type { OrderItem } from './order-item.entity.js';
import type { Order } from './order.entity.js';
import { OrdersRepository, type NewShipment } from './orders.repository.js';

/** What happens to an order after it was placed. Each change locks the order first, then its stock. */
@Injectable()
export class OrderLifeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly stock: StockService,
    private readonly repository: OrdersRepository,
  ) {}

  /** @throws AppError order_not_found, transition_refused */
  async pay(orderNumber: string): Promise<void> {
    await this.change(orderNumber, async (manager, order) => {
      await this.advance(manager, order, 'pay', 'paid');
    });
  }

  /**
   * Sends a parcel: its pieces leave the stock.
   *
   * @throws AppError order_not_found, transition_refused, validation_failed (more than is left of a line)
   */
  async ship(orderNumber: string, shipment: NewShipment): Promise<void> {
    await this.change(orderNumber, async (manager, order) => {
      const items = await this.repository.listItems(manager, order.id);
      const parcel = parcelOf(items, shipment.items);
      const shipped = new Map(parcel.map(({ item, quantity }) => [item.line, quantity]));
      const isRest = items.every((item) => left(item) === (shipped.get(item.line) ?? 0));
      await this.advance(manager, order, isRest ? 'shipRest' : 'shipPart', order.paymentStatus);
      await this.repository.insertShipment(manager, order.id, shipment, parcel);
      await this.stock.ship(
        manager,
        order.id,
        parcel.map(({ item, quantity }) => stockOf(item, quantity)),
      );
    });
  }

  /** @throws AppError order_not_found, transition_refused */
  async deliver(orderNumber: string): Promise<void> {
    await this.change(orderNumber, async (manager, order) => {
      await this.advance(manager, order, 'deliver', order.paymentStatus);
    });
  }

  /** Gives the order's pieces back for sale. @throws AppError order_not_found, transition_refused */
  async cancel(orderNumber: string): Promise<void> {
    await this.change(orderNumber, async (manager, order) => {
      await this.advance(manager, order, 'cancel', order.paymentStatus);
      const items = await this.repository.listItems(manager, order.id);
      await this.stock.release(
        manager,
        items.map((item) => stockOf(item, left(item))),
      );
    });
  }

  private async change(
    orderNumber: string,
    work: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const order = await this.repository.lockOrder(manager, orderNumber);
      if (order === null) throw new AppError('order_not_found');
      await work(manager, order);
    });
  }

  private async advance(
    manager: EntityManager,
    order: Order,
    event: OrderEvent,
    paymentStatus: PaymentStatus,
  ): Promise<void> {
    const status = nextStatus(order.status, event);
    if (status === null) throw refusedTransition(order, event);
    await this.repository.updateStatus(manager, order.id, { status, paymentStatus });
    if (status !== order.status) {
      await this.repository.insertStatusChange(manager, order.id, status);
    }
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

function refusedTransition({ orderNumber, status }: Order, event: OrderEvent): AppError {
  const needed = statusesBefore(event).join(' or ');
  return new AppError('transition_refused', {
    message: `Order ${orderNumber} is ${status}; this needs it to be ${needed}.`,
  });
}
