import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import { actAs } from '../../platform/http/request-context.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrderCorrectionsService } from '../../orders/lifecycle/order-corrections.service.js';
import { OrdersAdminRepository, type StoredOrder } from '../orders/orders.admin.repository.js';
import type { OrderCorrection } from '../../orders/lifecycle/order-correction.js';
import { OrderStatusService } from '../../orders/tracking/order-status.service.js';
import { toWholeOrder, type WholeOrder } from './whole-order.js';

/** Orders as stores see them as a whole, and their corrections. */
@Injectable()
export class WholeOrderService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly repository: OrdersAdminRepository,
    private readonly archived: ArchivedOrdersService,
    private readonly corrections: OrderCorrectionsService,
    private readonly statuses: OrderStatusService,
  ) {}

  /**
   * Reads a client's own order, by order number or store order id, from one snapshot of the database.
   *
   * @throws AppError order_not_found, also for another client's order
   */
  async get(clientId: number, reference: string): Promise<WholeOrder> {
    const stored = await this.repository.readOwn(clientId, reference);
    return this.wholeOf(this.dataSource.manager, stored, clientId, reference);
  }

  /**
   * Corrects a client's own order that has no shipments.
   *
   * @param isExpected compares the locked order with the one that the caller knows; null: any
   * @throws AppError order_not_found, changed_meanwhile, or as {@link OrderCorrectionsService.correct}
   */
  async correct(
    { clientId, tokenId }: Pick<Caller, 'clientId' | 'tokenId'>,
    reference: string,
    correction: OrderCorrection,
    isExpected: ((order: WholeOrder) => boolean) | null,
  ): Promise<WholeOrder> {
    actAs(`token ${tokenId}`);
    const { orderNumber } = await this.statuses.getStatus(clientId, reference);
    await this.corrections.correct(orderNumber, correction, {
      clientId,
      pincodeField: 'shipping.pincode',
      check: async (manager) => {
        if (isExpected === null) return;
        const order = await this.read(manager, clientId, orderNumber);
        if (isExpected(order)) return;
        const details = { order_number: orderNumber, order_status: order.status };
        throw new AppError('changed_meanwhile', { details });
      },
    });
    return this.get(clientId, orderNumber);
  }

  private async read(
    manager: EntityManager,
    clientId: number,
    reference: string,
  ): Promise<WholeOrder> {
    const stored = await this.repository.findOwn(manager, clientId, reference);
    return this.wholeOf(manager, stored, clientId, reference);
  }

  private async wholeOf(
    manager: EntityManager,
    stored: StoredOrder | null,
    clientId: number,
    reference: string,
  ): Promise<WholeOrder> {
    if (stored === null) throw await this.archived.refusal(manager, reference, clientId);
    return toWholeOrder(stored, this.settings.unpaidOrderTtlHours);
  }
}
