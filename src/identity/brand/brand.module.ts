import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { BrandService } from './brand.service.js';
import { HouseMails } from './house-mails.service.js';
import { Brand } from './brand.entity.js';

/** The wholesaler's theme on pages, mails and papers. */
@Module({
  imports: [TypeOrmModule.forFeature([Brand]), AuditModule, MailModule],
  providers: [BrandService, HouseMails],
  exports: [BrandService, HouseMails],
})
export class BrandModule {}
