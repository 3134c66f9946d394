import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { WalletRepository } from './wallet.repository.js';
import { WalletService } from './wallet.service.js';

/** The clients' money with us. */
@Module({
  imports: [AuditModule],
  providers: [WalletService, WalletRepository],
  exports: [WalletService],
})
export class WalletModule {}
