import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockModule } from '../stock/stock.module.js';
import { OrderLifeService } from './order-life.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';

/** Placing orders and following them. */
@Module({
  imports: [CatalogModule, StockModule],
  controllers: [OrdersController],
  providers: [OrdersService, OrderLifeService, OrdersRepository],
  exports: [OrdersService, OrderLifeService],
})
export class OrdersModule {}
