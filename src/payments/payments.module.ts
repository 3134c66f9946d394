import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OrderPaymentsController } from './order-payments/order-payments.controller.js';
import { OrderPaymentsService } from './order-payments/order-payments.service.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { ReceiptsRepository } from './receipts/receipts.repository.js';
import { ReceiptsService } from './receipts/receipts.service.js';

/** Money that comes in, and what it pays. */
@Module({
  imports: [AuditModule, ClientsModule, LedgerModule, OrdersModule],
  controllers: [OrderPaymentsController, ReceiptsController],
  providers: [OrderPaymentsService, ReceiptsService, ReceiptsRepository],
  exports: [OrderPaymentsService, ReceiptsService],
})
export class PaymentsModule {}
