import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../../platform/http/errors.js';
import { toDecimalText } from '../../../platform/money.js';
import { CreditItemsRepository } from './credit-items.repository.js';

/** Clients whose orders are on hold, because of a debt or an order on account that is overdue for too long. Not stored. */
@Injectable()
export class ClientHolds {
  constructor(private readonly items: CreditItemsRepository) {}

  /** @throws AppError on_hold */
  async assertNone(manager: EntityManager, clientId: number): Promise<void> {
    const { debtMinor, overdueDays } = await this.items.shareOwed(manager, clientId);
    if (debtMinor > 0) throw onHold(debtMinor, 'which has to be paid first');
    if (overdueDays === null) return;
    // A separate statement, which sees what other transactions committed while this one waited for the locks.
    const overdueMinor = await this.items.sumOverdue(manager, clientId, overdueDays);
    if (overdueMinor > 0) throw onHold(overdueMinor, 'which is overdue and has to be paid first');
  }

  /** Lists which of the given clients have their orders on hold. */
  async list(manager: EntityManager, clientIds: readonly number[]): Promise<Set<number>> {
    return new Set(await this.items.listOnHold(manager, [...new Set(clientIds)]));
  }
}

function onHold(owedMinor: number, why: string): AppError {
  return new AppError('on_hold', {
    message: `The order is on hold: its client owes ${toDecimalText(owedMinor)}, ${why}.`,
  });
}
