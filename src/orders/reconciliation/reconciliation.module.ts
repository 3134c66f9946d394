import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders.module.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Compares the orders that a store knows with the stored ones. */
@Module({
  imports: [OrdersModule],
  controllers: [ReconciliationController],
  providers: [ReconciliationService],
})
export class ReconciliationModule {}
