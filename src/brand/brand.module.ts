import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { BrandController } from './brand.controller.js';
import { BrandService } from './brand.service.js';

/** The wholesaler's face on pages, mails and papers. */
@Module({
  imports: [AuditModule],
  controllers: [BrandController],
  providers: [BrandService],
  exports: [BrandService],
})
export class BrandModule {}
