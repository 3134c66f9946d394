import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrderLoss } from './order-loss.entity.js';
import { OrderLossesAdminController } from './order-losses.admin.controller.js';
import { OrderLossesRepository } from './order-losses.repository.js';
import { OrderLossesService } from './order-losses.service.js';

/** Stores that learn from a list of orders that the database has lost some. */
@Module({
  imports: [TypeOrmModule.forFeature([OrderLoss])],
  controllers: [OrderLossesAdminController],
  providers: [OrderLossesService, OrderLossesRepository],
  exports: [OrderLossesService],
})
export class OrderLossesModule {}
