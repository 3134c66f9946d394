import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderMoney } from '../../orders/lifecycle/order-money.js';
import type { Order } from '../../orders/order.entity.js';
import { LedgerService } from '../ledger/ledger.service.js';

/** Moves what was paid for a canceled order to the client's wallet. */
@Injectable()
export class CanceledOrderMoney implements OrderMoney {
  constructor(private readonly ledger: LedgerService) {}

  async giveBack(
    manager: EntityManager,
    { clientId, id: orderId, totalMinor: amountMinor }: Order,
    reason: string | null,
  ): Promise<void> {
    const refund = { key: 'cancel', note: reason };
    await this.ledger.refund(manager, { clientId, orderId, amountMinor }, refund);
  }
}
