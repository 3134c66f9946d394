import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { FulfillmentModule } from '../../fulfillment/fulfillment.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { PhoneOrdersController } from './phone-orders.controller.js';
import { PhoneOrdersService } from './phone-orders.service.js';

/** Orders that staff place for a client, as on the telephone. */
@Module({
  imports: [AuthModule, CatalogModule, FulfillmentModule, OrdersModule],
  controllers: [PhoneOrdersController],
  providers: [PhoneOrdersService],
})
export class PhoneOrdersModule {}
