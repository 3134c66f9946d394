import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { BookingRules } from '../bookings/booking-rules.entity.js';
import { BookingRulesController } from '../boxes/booking-rules.controller.js';
import { BookingRulesService } from '../boxes/booking-rules.service.js';
import { BoxesController } from '../boxes/boxes.controller.js';
import { BoxesRepository } from '../boxes/boxes.repository.js';
import { BoxesService } from '../boxes/boxes.service.js';
import { BoxPreset } from '../boxes/box-preset.entity.js';
import { CourierCall } from '../budget/courier-call.entity.js';
import { PooledWaybill } from '../waybills/pooled-waybill.entity.js';
import { CourierCode } from '../pushes/courier-code.entity.js';
import { CourierCallsRepository } from '../budget/courier-calls.repository.js';
import { AccountChecksService } from './account-checks.service.js';
import { AccountSecrets } from './account-secrets.js';
import { CourierAccountsController } from './courier-accounts.controller.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import { CourierAccountsService } from './courier-accounts.service.js';
import { OpenedCouriers } from './opened-couriers.js';
import { ShownAccounts } from './shown-accounts.service.js';
import { CourierAccount } from './courier-account.entity.js';

/** Accounts with couriers, boxes, and the rules that choose both for a booking. */
@Module({
  imports: [
    AuditModule,
    TypeOrmModule.forFeature([
      BookingRules,
      BoxPreset,
      CourierAccount,
      CourierCall,
      CourierCode,
      PooledWaybill,
    ]),
  ],
  controllers: [BookingRulesController, BoxesController, CourierAccountsController],
  providers: [
    AccountChecksService,
    AccountSecrets,
    BookingRulesService,
    BoxesRepository,
    BoxesService,
    CourierAccountsService,
    CourierAccountsRepository,
    CourierCallsRepository,
    OpenedCouriers,
    ShownAccounts,
  ],
  exports: [
    AccountSecrets,
    BookingRulesService,
    BoxesService,
    CourierAccountsRepository,
    CourierCallsRepository,
    OpenedCouriers,
  ],
})
export class CourierAccountsModule {}
