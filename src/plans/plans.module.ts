import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../platform/audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { Plan } from './plan.entity.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { Subscription } from './subscription.entity.js';

/** Plans and the clients' subscriptions to them. */
@Module({
  imports: [TypeOrmModule.forFeature([Plan, Subscription]), AuditModule, ClientsModule],
  controllers: [PlansController],
  providers: [PlansService, PlansRepository],
  exports: [PlansService],
})
export class PlansModule {}
