import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { ClientsService } from '../../../clients/clients.service.js';
import type { Order } from '../../../orders/order.entity.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { OrderPaymentsService } from '../../order-payments/order-payments.service.js';
import type { AutoPaySettings } from './auto-pay-settings.entity.js';
import { AutoPayRepository } from './auto-pay.repository.js';

/** A client's settings of automatic payment; in minor units. */
export type AutoPay = Pick<AutoPaySettings, 'enabled' | 'maxOrderMinor' | 'keepMinor'>;

const OFF: AutoPay = { enabled: false, maxOrderMinor: null, keepMinor: 0 };

/** Each round pays at most one order of each client; the next run pays the rest. */
const ROUNDS_PER_RUN = 100;

/** Automatic payment of orders from the wallets of clients that turned it on. */
@Injectable()
export class AutoPayService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly payments: OrderPaymentsService,
    private readonly repository: AutoPayRepository,
  ) {}

  /** @throws AppError client_not_found */
  async getSettings(clientId: number): Promise<AutoPay> {
    const { manager } = this.dataSource;
    await this.clients.getClient(manager, clientId);
    return (await this.repository.find(manager, clientId)) ?? OFF;
  }

  /** Replaces a client's settings. @throws AppError client_not_found */
  async putSettings(clientId: number, settings: AutoPay): Promise<AutoPay> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.clients.lockClient(manager, clientId, 'update');
      const before = (await this.repository.find(manager, clientId)) ?? OFF;
      await this.repository.put(manager, { clientId, ...settings });
      await this.audit.record(manager, {
        action: 'auto_pay.changed',
        subject: `client ${clientId}`,
        before: factsOf(before),
        after: factsOf(settings),
      });
      return settings;
    });
  }

  /**
   * Pays the orders that wallets cover, the oldest of each client first. An order that cannot be paid delays only its own
   * client.
   * - safe to run in several instances
   *
   * @returns the number of orders that were paid
   * @throws the first error, after every client was tried
   */
  async payDue(): Promise<number> {
    let count = 0;
    for (let round = 1; round <= ROUNDS_PER_RUN; round += 1) {
      const { paid, firstError } = await this.payRound();
      count += paid;
      if (firstError !== null) throw firstError;
      if (paid === 0) break;
    }
    return count;
  }

  private async payRound(): Promise<{ paid: number; firstError: Error | null }> {
    let paid = 0;
    let firstError: Error | null = null;
    const keepOf = this.keepOf.bind(this);
    for (const order of await this.repository.findDue(this.dataSource.manager)) {
      try {
        if (await this.payments.payFromBalance(order, keepOf, 'unkeyed')) paid += 1;
      } catch (error) {
        // The order was canceled or paid, or the money spent, since it was found: the next round looks again.
        if (!(error instanceof AppError)) firstError ??= error as Error;
      }
    }
    return { paid, firstError };
  }

  /** Finds the minimum balance that stays when an order is paid, by the current settings; null: it is not to be paid. */
  private async keepOf(
    manager: EntityManager,
    { clientId, totalMinor, byOperator }: Order,
  ): Promise<number | null> {
    const settings = (await this.repository.find(manager, clientId)) ?? OFF;
    const isWanted =
      settings.enabled && !byOperator && totalMinor <= (settings.maxOrderMinor ?? totalMinor);
    return isWanted ? settings.keepMinor : null;
  }
}

function factsOf({ enabled, maxOrderMinor, keepMinor }: AutoPay): AutoPay {
  return { enabled, maxOrderMinor, keepMinor };
}
