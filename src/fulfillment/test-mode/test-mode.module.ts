import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrderRecordsModule } from '../orders/order-records.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { ShippingModule } from '../shipping/shipping.module.js';
import { TestModeJob } from './test-mode.job.js';
import { TestModeRepository } from './test-mode.repository.js';
import { TestModeService } from './test-mode.service.js';
import { TestReturnsService } from './test-returns.service.js';
import { Order } from '../../orders/order.entity.js';

/** The job that moves test orders on. */
@Module({
  imports: [TypeOrmModule.forFeature([Order]), OrderRecordsModule, OrdersModule, ShippingModule],
  providers: [TestModeJob, TestModeRepository, TestModeService, TestReturnsService],
})
export class TestModeModule {}
