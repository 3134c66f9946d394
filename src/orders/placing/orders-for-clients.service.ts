import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthService } from '../../auth/auth.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { OverloadError } from '../../platform/database/database-errors.js';
import { AppError } from '../../platform/http/errors.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { toMajorUnits } from '../../platform/money.js';
import { OrdersService, type OrderQuote } from '../orders.service.js';
import type { OrderAmounts } from './order-amounts.js';
import { OrderValidator } from './order-validator.js';
import type { Placement, PlacementOutcome } from './placement.js';
import { PLACING_ATTEMPTS, PlacementQueue } from './placement-queue.js';
import { refusal, throwRefusal } from './refusals.js';
import type { OrderRequest } from './request/order-request.js';
import type { ReachedLimit } from './reservation-limits.js';
import { toPlacement } from './to-placement.js';

/** Orders that operators place for clients, by the rules for the clients' stores. */
@Injectable()
export class OrdersForClientsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly auth: AuthService,
    private readonly validator: OrderValidator,
    private readonly queue: PlacementQueue,
    private readonly orders: OrdersService,
  ) {}

  /** Quotes an order as for a store of the client. @throws also client_not_found, subscription_inactive */
  async quote(clientId: number, request: OrderRequest): Promise<OrderQuote> {
    return this.orders.quote(await this.auth.findActiveClient(clientId), request);
  }

  /** Lists the limits of unpaid orders that a client has reached. @throws AppError client_not_found, subscription_inactive */
  async listReachedLimits(clientId: number): Promise<ReachedLimit[]> {
    return this.orders.listReachedLimits(await this.auth.findActiveClient(clientId));
  }

  /**
   * Places an order with the function that places those of stores: the same lock decides who gets the last unit.
   *
   * @param expectedTotalMinor the total that the operator has seen
   * @returns the order's number
   * @throws AppError client_not_found, subscription_inactive, total_changed, or a 422 with every item at fault
   */
  async place(
    clientId: number,
    request: OrderRequest,
    expectedTotalMinor: number,
    key: Idempotency,
  ): Promise<string> {
    for (let attempt = 1; attempt <= PLACING_ATTEMPTS; attempt += 1) {
      const client = await this.auth.findActiveClient(clientId);
      const validated = this.validator.validate(client, request);
      if ('problems' in validated.items) throw refusal(validated.items.problems);
      const placement = toPlacement(validated, request, this.settings, { byOperator: true });
      if (placement.amounts.totalMinor !== expectedTotalMinor) {
        throw totalChanged(placement.amounts, expectedTotalMinor);
      }
      const outcome = await idempotentTransaction(this.dataSource, key, (manager) =>
        this.placeIn(manager, placement),
      );
      if (outcome.outcome === 'placed') return placement.orderNumber;
      throwRefusal(outcome, placement);
    }
    throw new OverloadError();
  }

  private async placeIn(manager: EntityManager, placement: Placement): Promise<PlacementOutcome> {
    const outcome = await this.queue.placeIn(manager, placement);
    if (outcome.outcome === 'placed') {
      const { orderNumber, clientId, amounts } = placement;
      await this.audit.record(manager, {
        action: 'order.placed',
        subject: `order ${orderNumber}`,
        after: { client: clientId, total_minor: amounts.totalMinor },
      });
    }
    return outcome;
  }
}

function totalChanged(
  { subtotalMinor, deliveryMinor, totalMinor }: OrderAmounts,
  expectedMinor: number,
): AppError {
  const total = toMajorUnits(totalMinor);
  return new AppError('total_changed', {
    message: `The order would cost ${total} now, not ${toMajorUnits(expectedMinor)}; nothing was ordered.`,
    details: {
      subtotal: toMajorUnits(subtotalMinor),
      delivery: toMajorUnits(deliveryMinor),
      total,
    },
  });
}
