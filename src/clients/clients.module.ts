import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

/** Client companies; their Admin API is in `administration`, above plans and wallets. */
@Module({
  imports: [AuditModule],
  providers: [ClientsService, ClientsRepository],
  exports: [ClientsService],
})
export class ClientsModule {}
