import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { OrderRecordsModule } from '../orders/order-records.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { ShippingModule } from '../shipping/shipping.module.js';
import { StockModule } from '../../stock/stock.module.js';
import { OrderPaymentsController } from '../orders/order-payments.controller.js';
import { OrderReturnsAdminController } from './order-returns.admin.controller.js';
import { OrderReturnsController } from './order-returns.controller.js';
import { OrdersAdminController } from '../orders/orders.admin.controller.js';
import { ReturnPlaceSetting } from './place/return-place.setting.js';
import { ReturnPlaceController } from './place/return-place.controller.js';
import { OrderReturnsService } from './order-returns.service.js';
import { RefundsService } from '../refunds/refunds.service.js';

/** Returns and refunds, and the operators' routes of an order, because these end in returns and refunds. */
@Module({
  imports: [
    IdentityModule,
    MoneyModule,
    OrderRecordsModule,
    OrdersModule,
    ShippingModule,
    StockModule,
  ],
  controllers: [
    OrderPaymentsController,
    OrderReturnsAdminController,
    OrderReturnsController,
    OrdersAdminController,
    ReturnPlaceController,
  ],
  providers: [OrderReturnsService, RefundsService, ReturnPlaceSetting],
  exports: [OrderReturnsService],
})
export class ReturnsModule {}
