import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { WalletReason } from './wallet-entry.entity.js';
import { WalletRepository } from './wallet.repository.js';

/** Money for a client; in minor units, more than 0. */
export interface Credit {
  clientId: number;
  amountMinor: number;
  reason: WalletReason;
  orderId: number;
  /** Money that is not real: the audit log is silent about it. */
  isTest: boolean;
}

@Injectable()
export class WalletService {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: WalletRepository,
  ) {}

  /** Puts money into a client's wallet, in the caller's transaction. */
  async credit(manager: EntityManager, { isTest, ...credit }: Credit): Promise<void> {
    const balanceMinor = await this.repository.add(manager, credit.clientId, credit.amountMinor);
    await this.repository.insertEntry(manager, credit);
    if (isTest) return;
    await this.audit.record(manager, {
      action: 'wallet.credited',
      subject: `client ${credit.clientId}`,
      before: { balance_minor: balanceMinor - credit.amountMinor },
      after: { balance_minor: balanceMinor, reason: credit.reason },
    });
  }

  /** Returns the balances of some clients by client id, in minor units; a client without a wallet is left out. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Map<number, number>> {
    const wallets = await this.repository.listBalances(manager, clientIds);
    return new Map(wallets.map(({ clientId, balanceMinor }) => [clientId, balanceMinor]));
  }
}
