import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { BrandController } from '../brand/brand.controller.js';
import { BrandModule } from '../brand/brand.module.js';
import { BrandSetting } from '../brand/brand.setting.js';
import { ApprovalLimitsController } from './approval-limits.controller.js';
import { PeopleAdminController } from '../users/people.admin.controller.js';
import { ApprovalKinds } from './approval-kinds.js';
import { ApprovalLimitsService } from './approval-limits.service.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { ClientMemberKind, ClientOwnerKind } from './client-access.kind.js';
import { ApprovalLimitsKind } from './settings/approval-limits.kind.js';
import { BankDetailsKind } from './settings/bank-details.kind.js';
import { DelayedSettingsJob } from './settings/delayed-settings.job.js';
import { OperatorRolesKind } from './settings/operator-roles.kind.js';
import { CountedEntriesRepository } from './counting/counted-entries.repository.js';
import { Approval } from './approval.entity.js';
import { ApprovalLimit } from './approval-limit.entity.js';

/** Changes that wait for a second person, among them a new owner of a client and the brand's address. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Approval, ApprovalLimit]),
    AccountsModule,
    AuditModule,
    BrandModule,
    DiscoveryModule,
  ],
  controllers: [ApprovalLimitsController, BrandController, PeopleAdminController],
  providers: [
    ApprovalKinds,
    ApprovalLimitsKind,
    ApprovalLimitsService,
    ApprovalsRepository,
    ApprovalsService,
    BankDetailsKind,
    BrandSetting,
    ClientMemberKind,
    ClientOwnerKind,
    CountedEntriesRepository,
    DelayedSettingsJob,
    OperatorRolesKind,
  ],
  exports: [ApprovalLimitsService, ApprovalsService, BankDetailsKind],
})
export class ApprovalsModule {}
