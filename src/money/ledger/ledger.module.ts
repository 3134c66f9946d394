import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { BankLedgerRepository } from './bank/bank-ledger.repository.js';
import { ClientHolds } from './credit/client-holds.js';
import { CreditItemsRepository } from './credit/credit-items.repository.js';
import { CreditService } from './credit/credit.service.js';
import { ClosedMonthsRepository } from './closings/closed-months.repository.js';
import { ClosedMonthsService } from './closings/closed-months.service.js';
import { GatewayLedgerService } from './gateway-ledger.service.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { SealsJob } from './seals/seals.job.js';
import { SealsRepository } from './seals/seals.repository.js';
import { SealsService } from './seals/seals.service.js';
import { PostingSumsRepository } from './sums/posting-sums.repository.js';
import { WaitingPayoutsService } from './waiting-payouts.service.js';
import { WalletJournals } from './wallet-journals.js';
import { Receipt } from './receipt.entity.js';
import { ClosedMonth } from './closings/closed-month.entity.js';
import { LedgerAccount } from './ledger-account.entity.js';
import { LedgerJournal } from './ledger-journal.entity.js';

/** The append-only, double-entry record of all money. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ClosedMonth, LedgerAccount, LedgerJournal, Receipt]),
    AuditModule,
  ],
  providers: [
    BankLedgerRepository,
    ClientHolds,
    CreditItemsRepository,
    CreditService,
    GatewayLedgerService,
    LedgerService,
    LedgerRepository,
    WaitingPayoutsService,
    WalletJournals,
    SealsService,
    SealsRepository,
    SealsJob,
    ClosedMonthsService,
    ClosedMonthsRepository,
    PostingSumsRepository,
  ],
  exports: [
    BankLedgerRepository,
    ClosedMonthsService,
    CreditService,
    GatewayLedgerService,
    LedgerService,
    PostingSumsRepository,
    WaitingPayoutsService,
  ],
})
export class LedgerModule {}
