import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { GatewayNoticesController } from './notices/gateway-notices.controller.js';
import { GatewayOfficeController } from './office/gateway-office.controller.js';
import { CheckoutsService } from './checkouts/checkouts.service.js';
import { ClearingCheckService } from './settlements/clearing-check.service.js';
import { DayChecksJob } from './day-checks/day-checks.job.js';
import { DayChecksRepository } from './day-checks/day-checks.repository.js';
import { DayChecksService } from './day-checks/day-checks.service.js';
import { GatewayDisputesRepository } from './disputes/gateway-disputes.repository.js';
import { GatewayDisputesService } from './disputes/gateway-disputes.service.js';
import { GatewayJob } from './gateway.job.js';
import { GatewayNoticesRepository } from './notices/gateway-notices.repository.js';
import { GatewayNoticesService } from './notices/gateway-notices.service.js';
import { GatewayPaymentsRepository } from './checkouts/gateway-payments.repository.js';
import { GatewayRefundsRepository } from './refunds/gateway-refunds.repository.js';
import { GatewayRefundsService } from './refunds/gateway-refunds.service.js';
import { GatewaySettlementsRepository } from './settlements/gateway-settlements.repository.js';
import { GatewaySettlementsService } from './settlements/gateway-settlements.service.js';
import { IntentChecksService } from './checkouts/intent-checks.service.js';
import { LineChecksService } from './settlements/line-checks.service.js';
import { NoticeChecksService } from './notices/notice-checks.service.js';
import { PaymentCreditService } from './checkouts/payment-credit.service.js';
import { PaymentIntentsRepository } from './checkouts/payment-intents.repository.js';
import { RefundProgressService } from './refunds/refund-progress.service.js';
import { DayCheck } from './day-checks/day-check.entity.js';
import { GatewayNotice } from './notices/gateway-notice.entity.js';
import { GatewayRefund } from './refunds/gateway-refund.entity.js';
import { PaymentIntentOrder } from './checkouts/payment-intent-order.entity.js';
import { StoredIntent } from './checkouts/stored-intent.entity.js';
import { StoredPayment } from './checkouts/stored-payment.entity.js';
import { StoredSettlement } from './settlements/stored-settlement.entity.js';
import { StoredDispute } from './disputes/stored-dispute.entity.js';

/** The payment gateway: checkouts, notices, refunds, disputes and settlements. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      DayCheck,
      GatewayNotice,
      GatewayRefund,
      PaymentIntentOrder,
      StoredDispute,
      StoredIntent,
      StoredPayment,
      StoredSettlement,
    ]),
    AuditModule,
    LedgerModule,
    OrdersModule,
    ReceiptsModule,
  ],
  controllers: [GatewayNoticesController, GatewayOfficeController],
  providers: [
    CheckoutsService,
    ClearingCheckService,
    DayChecksJob,
    DayChecksRepository,
    DayChecksService,
    GatewayDisputesRepository,
    GatewayDisputesService,
    GatewayJob,
    GatewayNoticesRepository,
    GatewayNoticesService,
    GatewayPaymentsRepository,
    GatewayRefundsRepository,
    GatewayRefundsService,
    GatewaySettlementsRepository,
    GatewaySettlementsService,
    IntentChecksService,
    LineChecksService,
    NoticeChecksService,
    PaymentCreditService,
    PaymentIntentsRepository,
    RefundProgressService,
  ],
  exports: [
    CheckoutsService,
    GatewayRefundsRepository,
    GatewayRefundsService,
    GatewaySettlementsService,
    GatewayDisputesService,
  ],
})
export class GatewayModule {}
