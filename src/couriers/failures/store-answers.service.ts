import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { TEST_ANSWER } from '../../orders/lifecycle/test-scenarios.js';
import type { FoundOrder } from '../../orders/tracking/order-rows.js';
import { OrderStatusService } from '../../orders/tracking/order-status.service.js';
import { failureOf, type FailureActionKind } from '../../orders/tracking/shipment-failure.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { AppError } from '../../platform/http/errors.js';
import { actAs } from '../../platform/http/request-context.js';
import {
  DeliveryFailuresService,
  notAnswerable,
  type Answer,
} from './delivery-failures.service.js';

/** Answers of stores to failed deliveries. */
@Injectable()
export class StoreAnswersService {
  constructor(
    private readonly statuses: OrderStatusService,
    private readonly failures: DeliveryFailuresService,
    private readonly changes: OrderChanges,
    private readonly tracking: ShipmentTrackingService,
  ) {}

  /**
   * Stores the answer to the latest failed delivery of a shipment. Returns the order after it.
   *
   * @throws AppError order_not_found, failure_not_found, not_answerable
   */
  async answer(
    { clientId, tokenId }: Caller,
    reference: string,
    shipmentId: number,
    answer: Answer,
  ): Promise<FoundOrder> {
    const order = await this.statuses.getStatus(clientId, reference, true);
    actAs(`token ${tokenId}`);
    const { orderNumber } = order;
    if (order.isTest) await this.answerTest(order, clientId, shipmentId, answer.action);
    else await this.failures.answerOwn({ clientId, orderNumber, shipmentId }, answer);
    return this.statuses.getStatus(clientId, orderNumber, true);
  }

  /** Lets the shipment of a test order wait near its customer, as after an answer that its courier took. */
  private async answerTest(
    { orderNumber, shipments }: FoundOrder,
    clientId: number,
    shipmentId: number,
    action: FailureActionKind,
  ): Promise<void> {
    const shipment = shipments?.find(({ id }) => id === shipmentId);
    const failure = shipment && failureOf(shipment, { isTest: true });
    if (!failure) throw new AppError('failure_not_found');
    const answerBy = new Date(failure.answerBy);
    const state = answerBy > new Date() ? 'open' : 'expired';
    if (state === 'expired' || !failure.actions.includes(action)) {
      throw notAnswerable({ ...failure, state, answerBy, shipmentId });
    }
    await this.changes.change(orderNumber, clientId, (manager, order) =>
      this.tracking.apply(manager, order, {
        bookingId: null,
        shipmentId,
        source: 'test',
        events: [{ ...TEST_ANSWER.event, at: null, words: null, place: null }],
        notBefore: null,
      }),
    );
  }
}
