import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { actAs } from '../../platform/http/request-context.js';
import { StockService } from '../../stock/stock.service.js';
import { OrderChanges, stockOf } from '../fulfillment/order-changes.js';
import { OrdersAdminRepository } from '../fulfillment/orders.admin.repository.js';
import { isIn, STATUS_SETS } from '../order-lifecycle.js';
import { unitProblems, type OrderUnits } from '../units/order-units.js';
import type { OrderItem } from '../order-item.entity.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository } from '../orders.repository.js';
import { knownOrderDetails } from '../placing/placement.js';
import type { OrderReturnItem } from './order-return-item.entity.js';
import type { OrderReturn } from './order-return.entity.js';
import { toReturn } from './order-returns.dto.js';
import { OrderReturnsRepository, type NewReturn } from './order-returns.repository.js';
import { isOpenReturn, returnStatusOf } from './return-status.js';
import {
  currentReturn,
  restockedByLine,
  type InspectedUnits,
  type StoredReturns,
} from './returned-units.js';

/** Returns that stores request, from the request to the inspection; their money is that of the order's refunds. */
@Injectable()
export class OrderReturnsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly orders: OrdersRepository,
    private readonly returns: OrderReturnsRepository,
    private readonly details: OrdersAdminRepository,
    private readonly stock: StockService,
  ) {}

  /**
   * Stores the request of a client to return units of its own order. The same key and request again change nothing.
   *
   * @returns the id of the return
   * @throws AppError order_not_found, idempotency_mismatch and duplicate_return (both carry the return that exists),
   *   not_returnable, validation_failed
   */
  async request(
    { clientId, tokenId }: Pick<Caller, 'clientId' | 'tokenId'>,
    orderNumber: string,
    request: NewReturn,
    key: string | null,
  ): Promise<{ id: number; isReplay: boolean }> {
    actAs(`token ${tokenId}`);
    return this.changes.change(orderNumber, clientId, async (manager, order) => {
      const repeated = key === null ? null : await this.returns.findByKey(manager, order.id, key);
      if (repeated !== null) {
        await this.requireSame(manager, order, repeated, request);
        return { id: repeated.id, isReplay: true };
      }
      const current = await this.returns.findCurrent(manager, order.id);
      if (current !== null) throw await this.duplicate(manager, order, current, request);
      return { id: await this.insert(manager, order, request, key), isReplay: false };
    });
  }

  /** Accepts a return: its units are awaited. Does nothing if it is accepted already. @throws AppError as decline */
  async accept(orderNumber: string, id: number): Promise<void> {
    await this.decide(orderNumber, id, 'accepted', async (manager, order, { acceptedAt }) => {
      if (acceptedAt !== null) return;
      await this.returns.accept(manager, id);
      await this.noteChange(manager, order, 'order.return_accepted', { return_id: id });
    });
  }

  /**
   * Declines a return, also one that was accepted and whose units did not come. Does nothing if it is declined already.
   *
   * @throws AppError order_not_found, return_not_found, transition_refused
   */
  async decline(orderNumber: string, id: number, reason: string): Promise<void> {
    await this.decide(orderNumber, id, 'declined', async (manager, order, { declinedAt }) => {
      if (declinedAt !== null) return;
      await this.returns.decline(manager, id, reason);
      await this.noteChange(manager, order, 'order.return_declined', { return_id: id, reason });
    });
  }

  /**
   * Records how many units of a received return are good and how many scrap, in total. What is good beyond the units that are
   * back in the stock already is put back; so the same inspection again changes nothing. The return is inspected when each of its
   * units is one or the other.
   *
   * @throws AppError order_not_found, transition_refused, validation_failed (more units than came back, or fewer good ones
   *   than are in the stock again)
   */
  async inspect(orderNumber: string, inspected: readonly InspectedUnits[]): Promise<void> {
    await this.changes.change(orderNumber, null, async (manager, order) => {
      const { returns, returnItems } = await this.returns.list(manager, order.id);
      const current = currentReturn(returns);
      if (current === null || !isIn('refundable', order.status)) throw nothingToInspect(order);
      const items = await this.orders.listItems(manager, order.id);
      const returned = returnItems.filter(({ returnId }) => returnId === current.id);
      const problems = inspectionProblems(items, returned, inspected);
      if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
      const added = addedUnits(items, inspected);
      const isComplete = isInspected(items, returned, inspected);
      const isNews = added.length > 0 || hasNewScrap(returned, inspected);
      if (!isNews && (!isComplete || current.inspectedAt !== null)) return;
      await this.returns.setScrapped(
        manager,
        current.id,
        inspected.map(({ line, scrap }) => ({ line, quantity: scrap })),
      );
      if (added.length > 0) await this.putBack(manager, order, items, added);
      if (isComplete) await this.returns.noteInspection(manager, current.id);
      const after = { return_id: current.id, items: inspected };
      await this.noteChange(manager, order, 'order.return_inspected', after);
    });
  }

  /** Returns all returns of an order, with their units. */
  async list(manager: EntityManager, orderId: number): Promise<StoredReturns> {
    return this.returns.list(manager, orderId);
  }

  /** Puts units that a refund names back into the stock, each line at most once. They count as inspected. */
  async restock(
    manager: EntityManager,
    order: Order,
    items: readonly OrderItem[],
    units: readonly OrderUnits[],
  ): Promise<void> {
    await this.putBack(manager, order, items, units);
    const current = await this.returns.findCurrent(manager, order.id);
    if (current !== null) await this.returns.noteInspection(manager, current.id);
  }

  private async insert(
    manager: EntityManager,
    order: Order,
    request: NewReturn,
    key: string | null,
  ): Promise<number> {
    if (!isIn('returnable', order.status) || order.anonymizedAt !== null) {
      throw notReturnable(order);
    }
    const items = await this.orders.listItems(manager, order.id);
    const problems = unitProblems(
      items,
      request.items,
      'items',
      ({ shippedQuantity }) => shippedQuantity,
      'shipped units that were not returned',
    );
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    const id = await this.returns.insert(manager, order.id, request, key);
    // Without the reason, which may name the customer.
    const after = { return_id: id, items: request.items };
    await this.noteChange(manager, order, 'order.return_requested', after);
    return id;
  }

  private async putBack(
    manager: EntityManager,
    order: Order,
    items: readonly OrderItem[],
    units: readonly OrderUnits[],
  ): Promise<void> {
    const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
    await this.orders.addRestocked(manager, order.id, units);
    await this.stock.restock(
      manager,
      order.id,
      items
        .filter(({ line }) => quantities.has(line))
        .map((item) => stockOf(item, quantities.get(item.line) ?? 0)),
    );
  }

  private async decide(
    orderNumber: string,
    id: number,
    decision: 'accepted' | 'declined',
    work: (manager: EntityManager, order: Order, asked: OrderReturn) => Promise<void>,
  ): Promise<void> {
    await this.changes.change(orderNumber, null, async (manager, order) => {
      const asked = await this.returns.find(manager, order.id, id);
      if (asked === null) throw new AppError('return_not_found');
      const status = returnStatusOf(asked, order);
      if (!isOpenReturn(status) && status !== decision) {
        throw new AppError('transition_refused', {
          message: `Return ${id} of order ${orderNumber} is ${status} and cannot be ${decision}: expected requested or awaited.`,
        });
      }
      await work(manager, order, asked);
    });
  }

  /** Writes a change to the audit log, and lists the order as changed. */
  private async noteChange(
    manager: EntityManager,
    order: Order,
    action: string,
    after: object,
  ): Promise<void> {
    await this.orders.listAsChanged(manager, order.id);
    await this.changes.record(manager, order, { action, after });
  }

  private async requireSame(
    manager: EntityManager,
    order: Order,
    existing: OrderReturn,
    request: NewReturn,
  ): Promise<void> {
    const known = await this.describe(manager, order, existing, request);
    if (known.isSame) return;
    throw new AppError('idempotency_mismatch', {
      message: `This Idempotency-Key has requested return ${existing.id} of order ${order.orderNumber} with another body; no other was stored.`,
      details: known.details,
    });
  }

  private async duplicate(
    manager: EntityManager,
    order: Order,
    existing: OrderReturn,
    request: NewReturn,
  ): Promise<AppError> {
    const { isSame, details } = await this.describe(manager, order, existing, request);
    return new AppError('duplicate_return', { details: { ...details, same_request: isSame } });
  }

  /** Returns a return as a refusal shows it, and whether a request asks for the same. */
  private async describe(
    manager: EntityManager,
    order: Order,
    existing: OrderReturn,
    request: NewReturn,
  ): Promise<{ isSame: boolean; details: Record<string, unknown> }> {
    const stored = (await this.details.findOwn(manager, order.clientId, order.orderNumber))!;
    const shown = toReturn(existing, stored);
    return {
      isSame:
        existing.reason === request.reason && unitsText(shown.items) === unitsText(request.items),
      details: { ...knownOrderDetails(order), return: shown },
    };
  }
}

/** Returns units as a text that does not depend on the order of the lines. */
function unitsText(units: readonly OrderUnits[]): string {
  return units
    .map(({ line, quantity }) => `${line}:${quantity}`)
    .sort()
    .join();
}

function inspectionProblems(
  items: readonly OrderItem[],
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): FieldError[] {
  const quantities = new Map(returned.map(({ line, quantity }) => [line, quantity]));
  const ofReturn = items.filter(({ line }) => quantities.has(line));
  const restocked = restockedByLine(items);
  const units = inspected.map(({ line, good, scrap }) => ({ line, quantity: good + scrap }));
  const leftOf = ({ line }: OrderItem): number => quantities.get(line) ?? 0;
  const problems = unitProblems(ofReturn, units, 'items', leftOf, 'returned units');
  return inspected.reduce((found, { line, good }, index) => {
    const least = restocked.get(line) ?? 0;
    if (good >= least) return found;
    const message = `line ${line} has ${least} units back in the stock: adjust the stock to take them out`;
    return [...found, { field: `items.${index}.good`, code: 'out_of_range', message }];
  }, problems);
}

/** Returns whether each unit of a return is good or scrap once these are recorded. */
function isInspected(
  items: readonly OrderItem[],
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): boolean {
  const restocked = restockedByLine(items);
  const named = new Map(inspected.map((units) => [units.line, units]));
  return returned.every(({ line, quantity, scrappedQuantity }) => {
    const known = { good: restocked.get(line) ?? 0, scrap: scrappedQuantity };
    const { good, scrap } = named.get(line) ?? known;
    return good + scrap === quantity;
  });
}

/** Returns the good units that are not in the stock yet. */
function addedUnits(
  items: readonly OrderItem[],
  inspected: readonly InspectedUnits[],
): OrderUnits[] {
  const restocked = restockedByLine(items);
  return inspected
    .map(({ line, good }) => ({ line, quantity: good - (restocked.get(line) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function hasNewScrap(
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): boolean {
  const scrapped = new Map(returned.map(({ line, scrappedQuantity }) => [line, scrappedQuantity]));
  return inspected.some(({ line, scrap }) => scrap !== scrapped.get(line));
}

function notReturnable({ orderNumber, status }: Order): AppError {
  const returnable = STATUS_SETS.returnable.join(' or ');
  return new AppError('not_returnable', {
    message: isIn('returnable', status)
      ? `Order ${orderNumber} ended long ago, and its customer's data was removed: nothing of it can be returned.`
      : `Order ${orderNumber} is ${status}: units of it can be returned while it is ${returnable}.`,
    details: { order_number: orderNumber, order_status: status },
  });
}

function nothingToInspect({ orderNumber, status }: Order): AppError {
  return new AppError('transition_refused', {
    message: `Order ${orderNumber} is ${status} and has no received return to inspect.`,
  });
}
