import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClientBalances } from '../../../money/ledger/account-lines.js';
import { LedgerService } from '../../../money/ledger/ledger.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';

@Injectable()
export class WalletService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly ledger: LedgerService,
  ) {}

  /** ISO 4217. */
  get currency(): string {
    return this.settings.currency;
  }

  /** Reads the client's balance, debt and credit. */
  async getBalances(clientId: number): Promise<ClientBalances> {
    const balances = await this.ledger.listBalances(this.dataSource.manager, [clientId]);
    return balances.get(clientId)!;
  }
}
