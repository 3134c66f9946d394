import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { BookingRules } from '../bookings/booking-rules.entity.js';
import { BoxPreset } from '../boxes/box-preset.entity.js';
import { CourierCall } from '../budget/courier-call.entity.js';
import { CourierPincode } from '../pincodes/courier-pincode.entity.js';
import { PooledWaybill } from '../waybills/pooled-waybill.entity.js';
import { CourierCode } from '../pushes/courier-code.entity.js';
import { CourierCallsRepository } from '../budget/courier-calls.repository.js';
import { AccountChecksService } from './account-checks.service.js';
import { AccountSecrets } from './account-secrets.js';
import { CourierAccountsController } from './courier-accounts.controller.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import { CourierAccountsService } from './courier-accounts.service.js';
import { OpenedCouriers } from './opened-couriers.js';
import { CourierAccount } from './courier-account.entity.js';

/** Accounts with couriers, the boxes that are packed, and the rules by which both are chosen. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      BookingRules,
      BoxPreset,
      CourierAccount,
      CourierCall,
      CourierCode,
      CourierPincode,
      PooledWaybill,
    ]),
    AuditModule,
  ],
  controllers: [CourierAccountsController],
  providers: [
    AccountChecksService,
    AccountSecrets,
    CourierAccountsService,
    CourierAccountsRepository,
    CourierCallsRepository,
    OpenedCouriers,
  ],
  exports: [AccountSecrets, CourierAccountsRepository, CourierCallsRepository, OpenedCouriers],
})
export class CourierAccountsModule {}
