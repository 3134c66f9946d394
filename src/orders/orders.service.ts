import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS, type DeliveryPolicy, type Settings } from '../platform/config/settings.js';
import { OverloadError } from '../platform/database/database-errors.js';
import { LiveCache } from '../platform/live-cache/live-cache.js';
import type { ActiveClient, Caller } from '../auth/caller.js';
import { AppError } from '../platform/http/errors.js';
import { deliveryCharges, orderAmounts, type OrderAmounts } from './placing/order-amounts.js';
import { differencesOf, withNumbersOf } from './placing/order-differences.js';
import type {
  DuplicateOrder,
  KnownOrder,
  Placement,
  PlacementOutcome,
} from './placing/placement.js';
import { refusal, throwRefusal } from './placing/refusals.js';
import {
  repetitionHash,
  requestHash,
  type OrderLine,
  type OrderRequest,
} from './placing/request/order-request.js';
import { OrderValidator } from './placing/order-validator.js';
import { toPlacement } from './placing/to-placement.js';
import { limitErrors, limitsOf, type ReachedLimit } from './placing/reservation-limits.js';
import { OrdersRepository } from './orders.repository.js';
import { PlacementRepository } from './placing/placement.repository.js';
import { PLACING_ATTEMPTS, PlacementQueue } from './placing/placement-queue.js';

/** An order that was just placed; amounts in minor units. */
export interface PlacedOrder extends OrderAmounts {
  orderNumber: string;
  itemsCount: number;
  /** True if an earlier request with the same idempotency key placed it. */
  isReplay: boolean;
}

/** The cost of an order if it were placed now; amounts in minor units. */
export interface OrderQuote extends OrderAmounts {
  /** ISO 4217. */
  currency: string;
  lines: readonly OrderLine[];
  deliveryPolicy: DeliveryPolicy;
  /** Surcharge for delivery to the address; part of `deliveryMinor`. */
  surchargeMinor: number;
  /** By product. */
  deliveryCharges: readonly { sku: string; chargeMinor: number; isCounted: boolean }[];
}

@Injectable()
export class OrdersService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly liveCache: LiveCache,
    private readonly validator: OrderValidator,
    private readonly queue: PlacementQueue,
    private readonly placements: PlacementRepository,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Places an order at the caller's prices and reserves all of its stock, or does nothing. The order is validated in memory,
   * and the database places it only if nothing it was validated against has changed.
   * - a request with an earlier idempotency key gets the earlier answer
   *
   * @throws AppError duplicate_order, idempotency_mismatch (each takes precedence over what follows, and names the order that
   *   exists), a 422 with every item at fault, or the refusal of a caller who has lost its access meanwhile
   */
  async placeOrder(
    caller: Caller,
    request: OrderRequest,
    idempotencyKey: string | null = null,
  ): Promise<PlacedOrder> {
    for (let attempt = 1; attempt <= PLACING_ATTEMPTS; attempt += 1) {
      const validated = this.validator.validate(caller, request);
      const placement = toPlacement(validated, request, this.settings, { idempotencyKey });
      const outcome = await this.outcomeOf(placement);
      if (outcome.outcome === 'placed') return placedOrder(placement);
      if (outcome.outcome === 'replayed') return { ...outcome, isReplay: true };
      if (outcome.outcome === 'new' && 'problems' in validated.items) {
        throw refusal(validated.items.problems);
      }
      if (outcome.outcome === 'duplicate') {
        throw duplicateOrder(outcome, await this.differences(caller, request, outcome));
      }
      throwRefusal(outcome, placement);
      await this.liveCache.refresh();
    }
    throw new OverloadError();
  }

  /**
   * Quotes an order: what it would cost, and if it would be accepted. Nothing is stored or reserved.
   *
   * @throws AppError duplicate_order (it takes precedence over the 422), or a 422 with every item at fault
   */
  async quote(caller: ActiveClient, request: OrderRequest): Promise<OrderQuote> {
    const validated = this.validator.validate(caller, request);
    if (request.storeOrderId !== null) {
      const known = await this.findDuplicate(validated.client, request.storeOrderId, request);
      if (known !== null) throw duplicateOrder(known);
    }
    if ('problems' in validated.items) throw refusal(validated.items.problems);
    const { lines } = validated.items;
    const { surchargeMinor } = validated;
    const { currency, deliveryPolicy } = this.settings;
    const amounts = orderAmounts(lines, deliveryPolicy, surchargeMinor);
    const exceeded = await this.listExceededLimits(validated.client, lines, amounts);
    if (exceeded.length > 0) throw refusal(exceeded);
    return {
      ...amounts,
      surchargeMinor,
      currency,
      lines,
      deliveryPolicy,
      deliveryCharges: deliveryCharges(lines, deliveryPolicy).map(({ line, isCounted }) => ({
        sku: line.sku,
        chargeMinor: line.deliveryChargeMinor,
        isCounted,
      })),
    };
  }

  /** Deletes idempotency keys that have expired. */
  async forgetOldKeys(): Promise<void> {
    while (await this.repository.deleteSomeOldKeys());
  }

  /** Lists the limits of unpaid orders that a client has reached, so that no order is accepted. */
  async listReachedLimits(caller: ActiveClient): Promise<ReachedLimit[]> {
    return this.listExceededLimits(caller, [{ quantity: 1 }], { totalMinor: 1 });
  }

  /** Lists the limits of unpaid orders that an order would exceed. */
  private async listExceededLimits(
    caller: ActiveClient,
    lines: readonly Pick<OrderLine, 'quantity'>[],
    amounts: Pick<OrderAmounts, 'totalMinor'>,
  ): Promise<ReturnType<typeof limitErrors>> {
    const limits = limitsOf(caller, lines, this.settings);
    if (limits.maxReservedUnits === null && limits.maxOpenValueMinor === null) return [];
    const open = await this.placements.sumOpenOrders(this.dataSource.manager, caller.clientId);
    return limitErrors(limits, open, lines, amounts);
  }

  private async findDuplicate(
    { clientId }: ActiveClient,
    storeOrderId: string,
    request: OrderRequest,
  ): Promise<DuplicateOrder | null> {
    const find = (sent: OrderRequest): Promise<DuplicateOrder | null> =>
      this.queue.findDuplicate({ clientId, storeOrderId, requestHash: requestHash(sent) });
    const known = await find(request);
    if (known === null || known.sameRequest) return known;
    const written = await this.inCharactersOf(clientId, request, known);
    return written === null ? known : find(written);
  }

  /** Lists the paths where a request differs from a client's current order; null if that is not known. */
  private async differences(
    caller: Caller,
    request: OrderRequest,
    { orderNumber }: DuplicateOrder,
  ): Promise<string[] | null> {
    const content = await this.repository.findContent(caller.clientId, orderNumber);
    const meant = this.validator.inSkusAndKeys(caller, request.items);
    return content && differencesOf(request, content, meant);
  }

  /**
   * Places an order. A repeated request whose phone and pincode are in other characters is looked up with those of its order.
   */
  private async outcomeOf(placement: Placement): Promise<PlacementOutcome> {
    const outcome = await this.queue.place(placement);
    const isAnother = outcome.outcome === 'duplicate' && !outcome.sameRequest;
    if (outcome.outcome !== 'mismatch' && !isAnother) return outcome;
    const request = await this.inCharactersOf(placement.clientId, placement.request, outcome);
    if (request === null) return outcome;
    const { idempotency } = placement;
    const hash = requestHash(request);
    return this.queue.place({
      ...placement,
      request,
      requestHash: hash,
      idempotency: idempotency && { ...idempotency, repetitionHash: repetitionHash(request, hash) },
      lines: [],
    });
  }

  /** Writes a request with the phone and pincode of an order; null: they are the same, or not known. */
  private async inCharactersOf(
    clientId: number,
    request: OrderRequest,
    { orderNumber }: Pick<KnownOrder, 'orderNumber'>,
  ): Promise<OrderRequest | null> {
    const content = await this.repository.findContent(clientId, orderNumber);
    const written = content && withNumbersOf(request, content);
    return written === null || requestHash(written).equals(requestHash(request)) ? null : written;
  }
}

function placedOrder({ orderNumber, lines, amounts }: Placement): PlacedOrder {
  return { orderNumber, itemsCount: lines.length, ...amounts, isReplay: false };
}

/**
 * Makes the refusal of a second order with a store order id.
 *
 * @param differs paths where the request differs from the order; null: not known; absent for a quote, which may be partial
 */
function duplicateOrder(order: DuplicateOrder, differs?: string[] | null): AppError {
  return new AppError('duplicate_order', {
    details: {
      order_number: order.orderNumber,
      order_status: order.status,
      same_request: order.sameRequest,
      ...(differs !== undefined && { differs }),
    },
  });
}
