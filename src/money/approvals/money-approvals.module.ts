import { Module } from '@nestjs/common';
import { BankLinesController } from '../bank/lines/bank-lines.controller.js';
import { BankModule } from '../bank/bank.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { WalletsModule } from '../wallets/wallets.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { BankTransfersController } from '../bank-transfers/bank-transfers.controller.js';
import { GatewayClearingController } from '../gateway/office/gateway-clearing.controller.js';
import { ReceiptsController } from '../receipts/receipts.controller.js';
import { WalletsController } from '../wallets/wallets.controller.js';
import { ApprovalDecisionsService } from './approval-decisions.service.js';
import { BankLineKind } from './kinds/bank-line.kind.js';
import { BankLineDecisions } from './bank-line-decisions.service.js';
import { OrderPaymentKind } from './kinds/order-payment.kind.js';
import { PayoutKind } from './kinds/payout.kind.js';
import { ReceiptKind } from './kinds/receipt.kind.js';
import { ReceiptProofs } from './receipt-proofs.js';
import { ReceiptReversalsService } from '../receipts/receipt-reversals.service.js';
import { RefundKind } from './kinds/refund.kind.js';
import { ReversalKind } from './kinds/reversal.kind.js';
import { TransferKind } from './kinds/transfer.kind.js';

/** Routes that move money. Each goes through the kind of approval that it may need from a second person. */
@Module({
  imports: [
    BankModule,
    ClientsModule,
    GatewayModule,
    LedgerModule,
    IdentityModule,
    ReceiptsModule,
    WalletsModule,
  ],
  controllers: [
    ApprovalsController,
    BankLinesController,
    BankTransfersController,
    GatewayClearingController,
    ReceiptsController,
    WalletsController,
  ],
  providers: [
    ApprovalDecisionsService,
    BankLineKind,
    BankLineDecisions,
    OrderPaymentKind,
    PayoutKind,
    ReceiptKind,
    ReceiptProofs,
    ReceiptReversalsService,
    RefundKind,
    ReversalKind,
    TransferKind,
  ],
  exports: [OrderPaymentKind],
})
export class MoneyApprovalsModule {}
