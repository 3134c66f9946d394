import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { actAs } from '../../platform/http/request-context.js';
import { recipientOf } from '../order-recipient.js';
import type { OrderRequest } from '../placing/request/order-request.js';
import type { AddressCorrection } from './order-correction.js';
import type { OrderRow } from '../tracking/order-rows.js';
import { OrderStatusService } from '../tracking/order-status.service.js';
import { OrderCorrectionsService } from './order-corrections.service.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';

/**
 * Changes that a store makes to its own orders. Each method takes the order number or the store order id, and returns
 * the order after the change.
 */
@Injectable()
export class StoreChangesService {
  constructor(
    private readonly statuses: OrderStatusService,
    private readonly lifecycle: OrderLifecycleService,
    private readonly corrections: OrderCorrectionsService,
  ) {}

  /**
   * Cancels an order without shipments and moves the paid amount to the wallet. Does nothing if it is canceled already.
   *
   * @throws AppError order_not_found, not_cancelable
   */
  async cancel(caller: Caller, reference: string, reason: string | null): Promise<OrderRow> {
    const orderNumber = await this.begin(caller, reference);
    await this.lifecycle.cancelOnce(orderNumber, { reason, ownerId: caller.clientId }, 'unkeyed');
    return this.statuses.getStatus(caller.clientId, orderNumber);
  }

  /**
   * Corrects where an order is sent, while nothing of it was shipped.
   *
   * @throws AppError as {@link OrderCorrectionsService.correct}
   */
  async correctAddress(
    caller: Caller,
    reference: string,
    correction: AddressCorrection,
  ): Promise<{ order: OrderRow; address: OrderRequest['shipping'] }> {
    const { clientId } = caller;
    const orderNumber = await this.begin(caller, reference);
    const terms = { clientId, pincodeField: 'pincode' };
    const corrected = await this.corrections.correct(orderNumber, correction, terms);
    const order = await this.statuses.getStatus(clientId, orderNumber);
    return { order, address: recipientOf(corrected).shipping };
  }

  /** Writes the store's token down as the actor, and finds the number of its order. */
  private async begin({ clientId, tokenId }: Caller, reference: string): Promise<string> {
    actAs(`token ${tokenId}`);
    const { orderNumber } = await this.statuses.getStatus(clientId, reference);
    return orderNumber;
  }
}
