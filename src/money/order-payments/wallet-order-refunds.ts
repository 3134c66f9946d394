import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderRefundsPort } from '../../orders/lifecycle/order-refunds.port.js';
import type { Order } from '../../orders/order.entity.js';
import { LedgerService } from '../ledger/ledger.service.js';

/** Moves what was paid for a canceled order to the client's wallet. */
@Injectable()
export class WalletOrderRefunds implements OrderRefundsPort {
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
