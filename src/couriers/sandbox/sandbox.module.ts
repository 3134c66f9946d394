import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { SandboxCourierController } from './sandbox-courier.controller.js';
import { SandboxCourierJob } from './sandbox-courier.job.js';
import { SandboxCourierService } from './sandbox-courier.service.js';
import { SandboxParcel } from './sandbox-parcel.entity.js';
import { SandboxParcelsRepository } from './sandbox-parcels.repository.js';

/** The page of the sandbox courier, and its movements. Not part of a service in production, unless it allows the sandbox. */
@Module({
  imports: [TypeOrmModule.forFeature([SandboxParcel]), CourierAccountsModule],
  controllers: [SandboxCourierController],
  providers: [SandboxCourierJob, SandboxCourierService, SandboxParcelsRepository],
})
export class SandboxCourierModule {}
