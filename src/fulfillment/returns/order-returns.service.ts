import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import { StockService } from '../../stock/stock.service.js';
import { OrderChanges, stockOf } from '../../orders/lifecycle/order-changes.js';
import { OrdersAdminRepository } from '../orders/orders.admin.repository.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { unitProblems, type OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { knownOrderDetails } from '../../orders/placing/placement.js';
import { CouriersService } from '../shipping/couriers.service.js';
import { addedUnits, hasNewScrap, inspectionProblems, isInspected } from './inspection.js';
import type { OrderReturn } from './order-return.entity.js';
import { OrderReturnDto, returnOf } from './order-returns.dto.js';
import {
  OrderReturnsRepository,
  type NewReturn,
  type ReturnDirections,
  type ReturnTracking,
} from './order-returns.repository.js';
import { ReturnPlaceService } from './place/return-place.service.js';
import {
  addressMissing,
  notReturnable,
  nothingToInspect,
  restockedProblems,
  shippedOf,
  unitsText,
} from './return-problems.js';
import { isOpenReturn, returnStatusOf } from './return-status.js';
import { currentReturn, unitsToInspect, type InspectedUnits } from './returned-units.js';

/** Returns that stores request or operators record, from the request to the inspection. Their money is in the order's refunds. */
@Injectable()
export class OrderReturnsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly returns: OrderReturnsRepository,
    private readonly details: OrdersAdminRepository,
    private readonly stock: StockService,
    private readonly place: ReturnPlaceService,
    private readonly couriers: CouriersService,
  ) {}

  /**
   * Stores a client's request to return units of its own order. The same key and request again change nothing.
   *
   * @returns the id of the return
   * @throws AppError order_not_found, idempotency_mismatch and duplicate_return (both carry the return that exists),
   *   not_returnable, validation_failed
   */
  async request(
    clientId: number,
    orderNumber: string,
    request: NewReturn,
    key: string | null,
  ): Promise<{ id: number; isReplay: boolean }> {
    return this.changes.change(orderNumber, clientId, async (manager, order) => {
      const repeated = key === null ? null : await this.returns.findByKey(manager, order.id, key);
      if (repeated !== null) {
        await this.requireSame(manager, order, repeated, request);
        return { id: repeated.id, isReplay: true };
      }
      const current = await this.returns.findCurrent(manager, order.id);
      if (current !== null) throw await this.duplicate(manager, order, current, request);
      const { id } = await this.insert(manager, order, request, { key, set: 'returnable' });
      // Without the reason, which may name the customer.
      const after = { return_id: id, items: request.items };
      await this.noteChange(manager, order, 'order.return_requested', after);
      return { id, isReplay: false };
    });
  }

  /**
   * Withdraws a client's own return that waits for a decision. Does nothing if it is withdrawn already.
   *
   * @throws AppError order_not_found, return_not_found, not_withdrawable
   */
  async withdraw(clientId: number, orderNumber: string, id: number): Promise<void> {
    await this.changes.change(orderNumber, clientId, async (manager, order) => {
      const asked = await this.get(manager, order, id);
      if (asked.isWithdrawn) return;
      const status = returnStatusOf(asked, order);
      if (status !== 'requested') {
        throw new AppError('not_withdrawable', {
          message: `Return ${id} of order ${orderNumber} is ${status}: it can be withdrawn while it is requested.`,
          details: await this.nameOf(manager, order, asked),
        });
      }
      await this.returns.withdraw(manager, id);
      await this.noteChange(manager, order, 'order.return_withdrawn', { return_id: id });
    });
  }

  /**
   * Stores how a client sent the units of its own return. Without a tracking page it gets that of its courier, if it is known.
   * - the same again changes nothing, also once the units arrived; another number replaces the first
   *
   * @throws AppError order_not_found, return_not_found, not_awaited
   */
  async setTracking(
    clientId: number,
    orderNumber: string,
    id: number,
    sent: ReturnTracking,
  ): Promise<void> {
    await this.changes.change(orderNumber, clientId, async (manager, order) => {
      const asked = await this.get(manager, order, id);
      const trackingUrl = sent.trackingUrl ?? (await this.couriers.findTrackingUrl(manager, sent));
      const tracking = { ...sent, trackingUrl };
      const { courier, trackingNumber } = asked;
      if (
        isDeepStrictEqual(tracking, { courier, trackingNumber, trackingUrl: asked.trackingUrl })
      ) {
        return;
      }
      const status = returnStatusOf(asked, order);
      const isBroughtBack = asked.shipmentId !== null;
      if (status !== 'awaited' || isBroughtBack) {
        const message = isBroughtBack
          ? `Return ${id} of order ${orderNumber} is a box that its courier brings back: nothing of it is sent.`
          : `Return ${id} of order ${orderNumber} is ${status}: its units can be sent while it is awaited.`;
        throw new AppError('not_awaited', {
          message,
          details: await this.nameOf(manager, order, asked),
        });
      }
      await this.returns.setTracking(manager, id, tracking);
      // Without the number, which leads to the customer and is erased.
      await this.noteChange(manager, order, 'order.return_sent', { return_id: id });
    });
  }

  /**
   * Finds the return of an earlier request of a client by its key, or else the current return, in the form of refusals. Returns
   * null if the return or the order does not exist.
   */
  async findKnown(
    clientId: number,
    reference: string,
    key: string | null,
  ): Promise<Record<string, unknown> | null> {
    const stored = await this.details.readOwn(clientId, reference);
    if (stored === null) return null;
    const byKey = stored.returns.find((one) => key !== null && one.idempotencyKey === key);
    const known = byKey ?? currentReturn(stored.returns);
    return (
      known && {
        ...knownOrderDetails(stored),
        return: OrderReturnDto.show(returnOf(known, stored)),
      }
    );
  }

  /**
   * Records units that come back, or are back, without a request of the store. The return is accepted, and received if its
   * order is already returned.
   * - units that refunds put back into the stock count as good ones
   *
   * @throws AppError order_not_found, duplicate_return, not_returnable, validation_failed
   */
  async record(orderNumber: string, request: NewReturn): Promise<void> {
    await this.changes.change(orderNumber, null, (manager, order) =>
      this.recordLocked(manager, order, request),
    );
  }

  /** Records units of a locked order that come back. @throws AppError as record */
  async recordLocked(manager: EntityManager, order: Order, request: NewReturn): Promise<void> {
    const current = await this.returns.findCurrent(manager, order.id);
    if (current !== null) throw await this.duplicate(manager, order, current, request);
    const { id, items } = await this.insert(manager, order, request, {
      key: null,
      set: 'dispatched',
    });
    const returnAddress = await this.place.find(manager);
    await this.returns.accept(manager, id, { returnAddress, instructions: null });
    const { returnItems } = await this.returns.list(manager, order.id);
    const returned = returnItems.filter(({ returnId }) => returnId === id);
    if (isInspected(items, returned, [])) await this.returns.noteInspection(manager, id);
    // Without the reason, as that of a requested return.
    const after = { return_id: id, items: request.items };
    await this.noteChange(manager, order, 'order.return_recorded', after);
  }

  /**
   * Accepts a return: its units are awaited at the given address, else where returns go. Once it is accepted, what is given
   * replaces what its store sees, and nothing else changes it.
   *
   * @throws AppError order_not_found, return_not_found, transition_refused, validation_failed (no address is known)
   */
  async accept(orderNumber: string, id: number, given: ReturnDirections): Promise<void> {
    await this.decide(orderNumber, id, 'accepted', async (manager, order, asked) => {
      const returnAddress =
        given.returnAddress ?? asked.returnAddress ?? (await this.place.find(manager));
      if (returnAddress === null) throw addressMissing();
      const told = { returnAddress: asked.returnAddress, instructions: asked.instructions };
      const directions = { returnAddress, instructions: given.instructions ?? told.instructions };
      if (asked.acceptedAt !== null && isDeepStrictEqual(directions, told)) return;
      await this.returns.accept(manager, id, directions);
      // Without the instructions, which may name the customer.
      const after = { return_id: id, return_address: returnAddress };
      await this.noteChange(manager, order, 'order.return_accepted', after);
    });
  }

  /**
   * Declines a return, even an accepted one whose units did not come. Does nothing if it is already declined for the same
   * reason.
   *
   * @throws AppError order_not_found, return_not_found, transition_refused
   */
  async decline(orderNumber: string, id: number, reason: string): Promise<void> {
    await this.decide(orderNumber, id, 'declined', async (manager, order, asked) => {
      if (asked.declinedAt !== null) {
        if (asked.declineReason === reason) return;
        throw new AppError('transition_refused', {
          message: `Return ${id} of order ${orderNumber} is declined with another reason, which its store may have read: nothing was changed.`,
        });
      }
      await this.returns.decline(manager, id, reason);
      await this.noteChange(manager, order, 'order.return_declined', { return_id: id, reason });
    });
  }

  /**
   * Records how many units of a received return are good and how many scrap, in total. Good units that are not in the stock yet
   * are put back.
   * - the same inspection again changes nothing
   * - the return counts as inspected when each of its units is good or scrap
   *
   * @throws AppError order_not_found, transition_refused, validation_failed (more units than came back, or fewer than an
   *   inspection or a refund has found)
   */
  async inspect(orderNumber: string, inspected: readonly InspectedUnits[]): Promise<void> {
    await this.changes.change(orderNumber, null, async (manager, order) => {
      const { returns, returnItems } = await this.returns.list(manager, order.id);
      const current = currentReturn(returns);
      if (current === null || !isIn('refundable', order.status)) throw nothingToInspect(order);
      const items = await this.changes.listItems(manager, order.id);
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

  /** Restocks the units of a refund, each line at most once. They count as inspected, as does the return if no unit is left. */
  async restock(
    manager: EntityManager,
    order: Order,
    items: readonly OrderItem[],
    units: readonly OrderUnits[],
  ): Promise<void> {
    const stored = await this.returns.list(manager, order.id);
    const current = currentReturn(stored.returns);
    const added = new Map(units.map(({ line, quantity }) => [line, quantity]));
    const isComplete = items.every(
      (item) => unitsToInspect(item, order, stored) === (added.get(item.line) ?? 0),
    );
    await this.putBack(manager, order, items, units);
    if (current !== null && isComplete) await this.returns.noteInspection(manager, current.id);
  }

  /** @param set the statuses in which an order can have the return */
  private async insert(
    manager: EntityManager,
    order: Order,
    request: NewReturn,
    { key, set }: { key: string | null; set: 'returnable' | 'dispatched' },
  ): Promise<{ id: number; items: OrderItem[] }> {
    if (!isIn(set, order.status) || order.anonymizedAt !== null) throw notReturnable(order, set);
    const items = await this.changes.listItems(manager, order.id);
    const isBack = isIn('refundable', order.status);
    const problems = [
      ...unitProblems(
        items,
        request.items,
        'items',
        shippedOf,
        'shipped units that were not returned',
      ),
      ...(isBack ? restockedProblems(items, request.items) : []),
    ];
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    return { id: await this.returns.insert(manager, order.id, request, key), items };
  }

  private async putBack(
    manager: EntityManager,
    order: Order,
    items: readonly OrderItem[],
    units: readonly OrderUnits[],
  ): Promise<void> {
    const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
    await this.returns.addRestocked(manager, order.id, units);
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
      const asked = await this.get(manager, order, id);
      const status = returnStatusOf(asked, order);
      if (!isOpenReturn(status) && status !== decision) {
        throw new AppError('transition_refused', {
          message: `Return ${id} of order ${orderNumber} is ${status} and cannot be ${decision}: expected requested or awaited.`,
        });
      }
      await work(manager, order, asked);
    });
  }

  private async get(manager: EntityManager, order: Order, id: number): Promise<OrderReturn> {
    const asked = await this.returns.find(manager, order.id, id);
    if (asked === null) throw new AppError('return_not_found');
    return asked;
  }

  /** Writes a change to the audit log, and lists the order as changed. */
  private async noteChange(
    manager: EntityManager,
    order: Order,
    action: string,
    after: object,
  ): Promise<void> {
    await this.changes.listAsChanged(manager, order.id);
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

  /** Describes a return for a refusal, and says if a request asks for the same. */
  private async describe(
    manager: EntityManager,
    order: Order,
    existing: OrderReturn,
    request: NewReturn,
  ): Promise<{ isSame: boolean; details: Record<string, unknown> }> {
    const details = await this.nameOf(manager, order, existing);
    const hasSameUnits = unitsText(details.return.items) === unitsText(request.items);
    return { isSame: existing.reason === request.reason && hasSameUnits, details };
  }

  /** Describes a return and its order for refusals. */
  private async nameOf(
    manager: EntityManager,
    order: Order,
    existing: OrderReturn,
  ): Promise<Record<string, unknown> & { return: OrderReturnDto }> {
    const stored = (await this.details.findOwn(manager, order.clientId, order.orderNumber))!;
    return { ...knownOrderDetails(order), return: OrderReturnDto.show(returnOf(existing, stored)) };
  }
}
