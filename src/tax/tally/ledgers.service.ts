import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { OtherAccountsService } from '../../money/bank/other-accounts/other-accounts.service.js';
import { LedgerNamesService } from '../../money/books/ledger-names.service.js';
import { TaxRatesService } from '../rates/tax-rates.service.js';
import { ownLedgers, type Masters } from './ledger-masters.js';
import { partyLedgers } from './parties.js';

/** The ledgers that the accountant's books have for this system. */
@Injectable()
export class LedgersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly names: LedgerNamesService,
    private readonly otherAccounts: OtherAccountsService,
    private readonly rates: TaxRatesService,
  ) {}

  async get(): Promise<Masters> {
    const names = await this.names.get();
    const clients = await this.clients.listAll(this.dataSource.manager);
    const others = await this.otherAccounts.list();
    const allowed = await this.rates.listAllowed();
    const rates = new Set([0, ...allowed.flatMap(({ ratesBp }) => ratesBp)]);
    const own = { names, others, ratesBp: [...rates].sort((a, b) => a - b) };
    const taken = ownLedgers(own).map(([name]) => name);
    return { ...own, clients, parties: partyLedgers(clients, names.party, taken) };
  }
}
