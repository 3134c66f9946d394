import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AdjustmentsController } from './adjustments/adjustments.controller.js';
import { AdjustmentsRepository } from './adjustments/adjustments.repository.js';
import { AdjustmentsService } from './adjustments/adjustments.service.js';
import { AutoPayController } from './auto-pay/auto-pay.controller.js';
import { AutoPayJob } from './auto-pay/auto-pay.job.js';
import { AutoPayRepository } from './auto-pay/auto-pay.repository.js';
import { AutoPayService } from './auto-pay/auto-pay.service.js';
import { BankTransfersController } from './bank-transfers/bank-transfers.controller.js';
import { BankTransfersRepository } from './bank-transfers/bank-transfers.repository.js';
import { BankTransfersService } from './bank-transfers/bank-transfers.service.js';
import { StatementMatchService } from './bank-transfers/statement-match.service.js';
import { OrderPaymentsController } from './order-payments/order-payments.controller.js';
import { OrderPaymentsService } from './order-payments/order-payments.service.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { ReceiptsRepository } from './receipts/receipts.repository.js';
import { ReceiptsService } from './receipts/receipts.service.js';
import { DayReportRepository } from './day-report/day-report.repository.js';
import { DayReportService } from './day-report/day-report.service.js';
import { DayReportController } from './day-report/day-report.controller.js';
import { WalletEntriesRepository } from './wallets/wallet-entries.repository.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WalletStatementService } from './wallets/wallet-statement.service.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Money that comes in, what it pays, and what goes out again. */
@Module({
  imports: [AccountsModule, AuditModule, ClientsModule, LedgerModule, OrdersModule],
  controllers: [
    AdjustmentsController,
    AutoPayController,
    BankTransfersController,
    OrderPaymentsController,
    ReceiptsController,
    DayReportController,
    WalletsController,
  ],
  providers: [
    AdjustmentsRepository,
    AdjustmentsService,
    AutoPayJob,
    AutoPayRepository,
    AutoPayService,
    BankTransfersRepository,
    BankTransfersService,
    DayReportRepository,
    DayReportService,
    OrderPaymentsService,
    ReceiptsRepository,
    ReceiptsService,
    StatementMatchService,
    WalletEntriesRepository,
    WalletStatementService,
    WalletsService,
  ],
  exports: [
    AutoPayService,
    BankTransfersService,
    OrderPaymentsService,
    ReceiptsService,
    WalletStatementService,
    WalletsService,
  ],
})
export class PaymentsModule {}
