import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { OrderPaymentsService } from '../order-payments/order-payments.service.js';
import type { AutoPaySettings } from './auto-pay-settings.entity.js';
import { AutoPayRepository } from './auto-pay.repository.js';

/** What a client decides about automatic payment; in minor units. */
export type AutoPay = Pick<AutoPaySettings, 'enabled' | 'maxOrderMinor' | 'keepMinor'>;

const OFF: AutoPay = { enabled: false, maxOrderMinor: null, keepMinor: 0 };

/** Each round pays at most one order of each client; what is left over is paid by the next run. */
const ROUNDS_PER_RUN = 100;

/** Pays orders from the wallets of clients that want it. */
@Injectable()
export class AutoPayService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
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
   * Pays what wallets cover, of each client the oldest order first. Several instances may do so at once. An order that
   * can't be paid holds up its own client only.
   *
   * @returns how many orders were paid
   * @throws the first fault, once every client had its turn
   */
  async payDue(): Promise<number> {
    let count = 0;
    for (let round = 1; round <= ROUNDS_PER_RUN; round += 1) {
      const { paid, fault } = await this.payRound();
      count += paid;
      if (fault !== null) throw fault;
      if (paid === 0) break;
    }
    return count;
  }

  private async payRound(): Promise<{ paid: number; fault: Error | null }> {
    let paid = 0;
    let fault: Error | null = null;
    for (const order of await this.repository.findDue(this.dataSource.manager)) {
      try {
        if (await this.payments.payFromBalance(order)) paid += 1;
      } catch (error) {
        // Canceled, paid or spent since it was found: the next round looks again.
        if (!(error instanceof AppError)) fault ??= error as Error;
      }
    }
    return { paid, fault };
  }
}

function factsOf({ enabled, maxOrderMinor, keepMinor }: AutoPay): AutoPay {
  return { enabled, maxOrderMinor, keepMinor };
}
