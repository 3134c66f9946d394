import { Module } from '@nestjs/common';
import { OrderRecordsModule } from './orders/order-records.module.js';
import { ShippingModule } from './shipping/shipping.module.js';
import { ReturnsModule } from './returns/returns.module.js';
import { TestModeModule } from './test-mode/test-mode.module.js';

/** Orders after they were placed: shipping, invoices, returns and refunds, where orders, money and tax meet. */
@Module({
  imports: [OrderRecordsModule, ShippingModule, ReturnsModule, TestModeModule],
  exports: [OrderRecordsModule, ShippingModule, ReturnsModule],
})
export class FulfillmentModule {}
