import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { BankAccountsController } from './accounts/bank-accounts.controller.js';
import { StatementImportsController } from './imports/statement-imports.controller.js';
import { BankAccountsRepository } from './accounts/bank-accounts.repository.js';
import { BankAccountsService } from './accounts/bank-accounts.service.js';
import { BankAccountKind } from './accounts/bank-account.kind.js';
import { BankAccountSetting } from './accounts/bank-account.setting.js';
import { BankOpeningKind } from './accounts/bank-opening.kind.js';
import { BankLinesService } from './lines/bank-lines.service.js';
import { BankTransfersService } from '../bank-transfers/bank-transfers.service.js';
import { ClosingRepository } from './closing/closing.repository.js';
import { ClosingService } from './closing/closing.service.js';
import { LineBookingsService } from './lines/line-bookings.service.js';
import { LineContextsService } from './matching/line-contexts.service.js';
import { LineCreditsService } from './lines/line-credits.service.js';
import { LineMatchingService } from './matching/line-matching.service.js';
import { LineMoneyService } from './lines/line-money.service.js';
import { LineUndoService } from './lines/line-undo.service.js';
import { OtherAccountsController } from './other-accounts/other-accounts.controller.js';
import { OtherAccountsService } from './other-accounts/other-accounts.service.js';
import { StatementImportsRepository } from './imports/statement-imports.repository.js';
import { StatementImportsService } from './imports/statement-imports.service.js';
import { StatementKind } from './imports/statement.kind.js';
import { WaitingStatement } from './imports/waiting-statement.entity.js';
import { StatementStore } from './imports/statement-store.js';
import { BankAccount } from './accounts/bank-account.entity.js';
import { OtherAccount } from './other-accounts/other-account.entity.js';

/** Bank accounts and their statements: matches each line with a transfer, receipt or payout. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BankAccount, OtherAccount, WaitingStatement]),
    AuditModule,
    ClientsModule,
    GatewayModule,
    LedgerModule,
    OrdersModule,
    IdentityModule,
    ReceiptsModule,
  ],
  controllers: [BankAccountsController, OtherAccountsController, StatementImportsController],
  providers: [
    BankAccountKind,
    BankAccountSetting,
    BankAccountsRepository,
    BankAccountsService,
    BankOpeningKind,
    BankLinesService,
    BankTransfersService,
    ClosingRepository,
    ClosingService,
    LineBookingsService,
    LineContextsService,
    LineCreditsService,
    LineMatchingService,
    LineMoneyService,
    LineUndoService,
    OtherAccountsService,
    StatementImportsRepository,
    StatementImportsService,
    StatementKind,
    StatementStore,
  ],
  exports: [
    BankAccountsService,
    BankLinesService,
    BankTransfersService,
    LineBookingsService,
    LineCreditsService,
    LineMatchingService,
    LineMoneyService,
    LineUndoService,
    OtherAccountsService,
  ],
})
export class BankModule {}
