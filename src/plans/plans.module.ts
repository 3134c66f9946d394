import { Module } from '@nestjs/common';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';

/** Plans and the clients' subscriptions to them. */
@Module({
  providers: [PlansService, PlansRepository],
  exports: [PlansService],
})
export class PlansModule {}
