import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { BankLinesRepository } from '../bank/lines/bank-lines.repository.js';
import { WalletOrderRefunds } from '../order-payments/wallet-order-refunds.js';
import { BankTransfer } from '../bank-transfers/bank-transfer.entity.js';
import { BankTransfersRepository } from '../bank-transfers/bank-transfers.repository.js';
import { KnownPayer } from '../bank/matching/known-payer.entity.js';
import { KnownPayersRepository } from '../bank/matching/known-payers.repository.js';
import { LineApprovals } from '../bank/matching/line-approvals.service.js';
import { LineNamesService } from '../bank/matching/line-names.service.js';
import { LineProofs } from '../bank/matching/line-proofs.service.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';
import { SimilarMoneyService } from '../bank/lines/similar-money.service.js';
import { MethodAliasesController } from '../order-payments/method-aliases.controller.js';
import { OrderPaymentsService } from '../order-payments/order-payments.service.js';
import { PaymentMethodsService } from '../order-payments/payment-methods.service.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';
import { MethodAlias } from '../order-payments/method-alias.entity.js';

/** Money that arrives, the bank lines that show it, and the orders that it pays. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BankTransfer, KnownPayer, MethodAlias]),
    AuditModule,
    ClientsModule,
    LedgerModule,
    OrdersModule,
    IdentityModule,
  ],
  controllers: [MethodAliasesController],
  providers: [
    BankLinesRepository,
    BankTransfersRepository,
    WalletOrderRefunds,
    KnownPayersRepository,
    LineApprovals,
    LineLinksService,
    LineNamesService,
    LineProofs,
    OrderPaymentsService,
    PaymentMethodsService,
    ReceiptsRepository,
    ReceiptsService,
    SimilarMoneyService,
  ],
  exports: [
    BankLinesRepository,
    BankTransfersRepository,
    KnownPayersRepository,
    WalletOrderRefunds,
    LineApprovals,
    LineLinksService,
    LineNamesService,
    LineProofs,
    OrderPaymentsService,
    PaymentMethodsService,
    ReceiptsRepository,
    ReceiptsService,
    SimilarMoneyService,
  ],
})
export class ReceiptsModule {}
