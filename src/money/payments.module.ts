import { Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AccountsModule } from '../people/accounts.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BrandModule } from '../people/brand/brand.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AdjustmentsController } from './wallets/adjustments/adjustments.controller.js';
import { AdjustmentsRepository } from './wallets/adjustments/adjustments.repository.js';
import { AdjustmentsService } from './wallets/adjustments/adjustments.service.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { APPROVAL_PROVIDERS } from './approvals/approvals.providers.js';
import { AutoPayController } from './wallets/auto-pay/auto-pay.controller.js';
import { AutoPayJob } from './wallets/auto-pay/auto-pay.job.js';
import { AutoPayRepository } from './wallets/auto-pay/auto-pay.repository.js';
import { AutoPayService } from './wallets/auto-pay/auto-pay.service.js';
import { BankTransfersController } from './bank-transfers/bank-transfers.controller.js';
import { BankTransfersRepository } from './bank-transfers/bank-transfers.repository.js';
import { BankTransfersService } from './bank-transfers/bank-transfers.service.js';
import { BankAccountsService } from './bank/accounts/bank-accounts.service.js';
import { BANK_CONTROLLERS, BANK_PROVIDERS } from './bank/bank.providers.js';
import { AgeingRepository } from './credit/ageing.repository.js';
import { ClientCreditService } from './credit/client-credit.service.js';
import { CreditRemindersJob } from './credit/credit-reminders.job.js';
import { CreditRemindersRepository } from './credit/credit-reminders.repository.js';
import { CreditRemindersService } from './credit/credit-reminders.service.js';
import { CreditController } from './credit/credit.controller.js';
import { OrderPaymentsController } from '../fulfillment/orders/order-payments.controller.js';
import { OrderPaymentsService } from './order-payments/order-payments.service.js';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { CheckoutsService } from './gateway/checkouts/checkouts.service.js';
import { DayChecksJob } from './gateway/day-checks/day-checks.job.js';
import { DayChecksRepository } from './gateway/day-checks/day-checks.repository.js';
import { DayChecksService } from './gateway/day-checks/day-checks.service.js';
import { openGateway } from './gateway/adapters/adapters.js';
import { PAYMENT_GATEWAY } from './gateway/payment-gateway.js';
import { GatewayNoticesController } from './gateway/notices/gateway-notices.controller.js';
import { GatewayNoticesRepository } from './gateway/notices/gateway-notices.repository.js';
import { GatewayNoticesService } from './gateway/notices/gateway-notices.service.js';
import { GatewayClearingController } from './gateway/office/gateway-clearing.controller.js';
import { GatewayOfficeController } from './gateway/office/gateway-office.controller.js';
import { GatewayPaymentsRepository } from './gateway/checkouts/gateway-payments.repository.js';
import { GatewayPaymentsService } from './gateway/checkouts/gateway-payments.service.js';
import { GatewayRefundsRepository } from './gateway/refunds/gateway-refunds.repository.js';
import { GatewayRefundsService } from './gateway/refunds/gateway-refunds.service.js';
import { RefundProgressService } from './gateway/refunds/refund-progress.service.js';
import { GatewayDisputesRepository } from './gateway/disputes/gateway-disputes.repository.js';
import { GatewayDisputesService } from './gateway/disputes/gateway-disputes.service.js';
import { ClearingCheckService } from './gateway/settlements/clearing-check.service.js';
import { GatewaySettlementsRepository } from './gateway/settlements/gateway-settlements.repository.js';
import { GatewaySettlementsService } from './gateway/settlements/gateway-settlements.service.js';
import { LineChecksService } from './gateway/settlements/line-checks.service.js';
import { NoticeChecksService } from './gateway/notices/notice-checks.service.js';
import { PaymentCreditService } from './gateway/checkouts/payment-credit.service.js';
import { GatewayJob } from './gateway/gateway.job.js';
import { IntentChecksService } from './gateway/checkouts/intent-checks.service.js';
import { PaymentIntentsRepository } from './gateway/checkouts/payment-intents.repository.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { ReceiptReversalsService } from './receipts/receipt-reversals.service.js';
import { ReceiptsRepository } from './receipts/receipts.repository.js';
import { ReceiptsService } from './receipts/receipts.service.js';
import { DayReportRepository } from './reports/day/day-report.repository.js';
import { DayReportService } from './reports/day/day-report.service.js';
import { BooksController } from './books/books.controller.js';
import { JournalExportRepository } from './books/journal-export.repository.js';
import { JournalExportService } from './books/journal-export.service.js';
import { LedgerNamesRepository } from './books/ledger-names.repository.js';
import { LedgerNamesService } from './books/ledger-names.service.js';
import { MonthClosingController } from './books/month-closing.controller.js';
import { MonthClosingService } from './books/month-closing.service.js';
import { ReceivedEarlierRepository } from './books/received-earlier.repository.js';
import { DayReportController } from './reports/day/day-report.controller.js';
import { MoneyFiguresRepository } from './reports/figures/money-figures.repository.js';
import { MoneyFiguresService } from './reports/figures/money-figures.service.js';
import { MonthReportController } from './reports/month/month-report.controller.js';
import { MonthReportRepository } from './reports/month/month-report.repository.js';
import { MonthReportService } from './reports/month/month-report.service.js';
import { MeController } from './wallets/store-account/me.controller.js';
import { StoreAccountService } from './wallets/store-account/store-account.service.js';
import { StoreWalletController } from './wallets/store-account/store-wallet.controller.js';
import { WalletEntriesRepository } from './wallets/wallet-entries.repository.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WalletStatementService } from './wallets/wallet-statement.service.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Receipts, payments of orders, wallets, and the payment gateway. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    BrandModule,
    ClientsModule,
    LedgerModule,
    OrdersModule,
  ],
  controllers: [
    AdjustmentsController,
    ApprovalsController,
    AutoPayController,
    BankTransfersController,
    ...BANK_CONTROLLERS,
    CreditController,
    BooksController,
    GatewayClearingController,
    GatewayNoticesController,
    GatewayOfficeController,
    OrderPaymentsController,
    MeController,
    StoreWalletController,
    ReceiptsController,
    DayReportController,
    MonthClosingController,
    MonthReportController,
    WalletsController,
  ],
  providers: [
    AgeingRepository,
    AdjustmentsRepository,
    AdjustmentsService,
    ...APPROVAL_PROVIDERS,
    AutoPayJob,
    AutoPayRepository,
    AutoPayService,
    BankTransfersRepository,
    BankTransfersService,
    CheckoutsService,
    ClientCreditService,
    CreditRemindersJob,
    CreditRemindersRepository,
    CreditRemindersService,
    DayChecksJob,
    DayChecksRepository,
    DayChecksService,
    {
      provide: PAYMENT_GATEWAY,
      inject: [SETTINGS, getDataSourceToken()],
      useFactory: ({ gateway }: Settings, dataSource: DataSource) =>
        gateway === null ? null : openGateway(gateway, dataSource),
    },
    ClearingCheckService,
    GatewayDisputesRepository,
    GatewayDisputesService,
    GatewayJob,
    GatewayNoticesRepository,
    GatewayNoticesService,
    GatewayPaymentsRepository,
    GatewayPaymentsService,
    GatewayRefundsRepository,
    GatewayRefundsService,
    GatewaySettlementsRepository,
    GatewaySettlementsService,
    IntentChecksService,
    JournalExportRepository,
    JournalExportService,
    LedgerNamesRepository,
    LedgerNamesService,
    MonthClosingService,
    ReceivedEarlierRepository,
    LineChecksService,
    NoticeChecksService,
    PaymentCreditService,
    RefundProgressService,
    PaymentIntentsRepository,
    DayReportRepository,
    DayReportService,
    MoneyFiguresRepository,
    MoneyFiguresService,
    MonthReportRepository,
    MonthReportService,
    OrderPaymentsService,
    ReceiptReversalsService,
    StoreAccountService,
    ReceiptsRepository,
    ReceiptsService,
    ...BANK_PROVIDERS,
    WalletEntriesRepository,
    WalletStatementService,
    WalletsService,
  ],
  exports: [
    AutoPayService,
    BankAccountsService,
    BankTransfersService,
    CheckoutsService,
    ClientCreditService,
    MoneyFiguresService,
    OrderPaymentsService,
    ReceiptsService,
    WalletStatementService,
    WalletsService,
  ],
})
export class PaymentsModule {}
