import { Module } from '@nestjs/common';
import { AuditModule } from '../platform/audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';

/** Plans and the clients' subscriptions to them. */
@Module({
  imports: [AuditModule, ClientsModule],
  controllers: [PlansController],
  providers: [PlansService, PlansRepository],
  exports: [PlansService],
})
export class PlansModule {}
