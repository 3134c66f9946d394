import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { OrderRefund } from '../../money/ledger/order-money.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import { actAs } from '../../platform/http/request-context.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrderCorrectionsService } from '../../orders/lifecycle/order-corrections.service.js';
import { OrdersAdminRepository, type StoredOrder } from '../orders/orders.admin.repository.js';
import { expiryOf } from '../../orders/expiry/order-expiry.js';
import type { OrderCorrection } from '../../orders/lifecycle/order-correction.js';
import { currentReturn } from '../returns/returned-units.js';
import { OrderStatusService } from '../../orders/tracking/order-status.service.js';

/** A client's order with everything about it. */
export interface WholeOrder extends StoredOrder {
  /** Time at which it expires if it stays unpaid; null: never. */
  expiresAt: Date | null;
}

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
    return {
      ...stored,
      ...(stored.isTest && { refunds: testRefunds(stored) }),
      expiresAt: expiryOf(stored, this.settings.unpaidOrderTtlHours),
    };
  }
}

/** Makes the refund that a test order would have had: one of everything that was paid. Test orders hold no money. */
function testRefunds({ paymentStatus, totalMinor, timeline, returns }: StoredOrder): OrderRefund[] {
  if (paymentStatus !== 'refunded') return [];
  const createdAt = currentReturn(returns)?.inspectedAt ?? timeline.at(-1)!.changedAt;
  return [{ amountMinor: totalMinor, reason: null, createdAt }];
}
