import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../platform/audit/audit.module.js';
import { Client } from './client.entity.js';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

/** Client companies. Their Admin API is in `src/dashboard/clients`, above plans and wallets. */
@Module({
  imports: [TypeOrmModule.forFeature([Client]), AuditModule],
  providers: [ClientsService, ClientsRepository],
  exports: [ClientsService],
})
export class ClientsModule {}
