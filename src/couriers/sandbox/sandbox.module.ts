import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { SandboxCourierController } from './sandbox-courier.controller.js';
import { SandboxCourierJob } from './sandbox-courier.job.js';
import { SandboxCourierService } from './sandbox-courier.service.js';
import { SandboxShipment } from './sandbox-shipment.entity.js';
import { SandboxShipmentsRepository } from './sandbox-shipments.repository.js';

/** The page of the sandbox courier, and its movements. Not part of a service in production, unless it allows the sandbox. */
@Module({
  imports: [TypeOrmModule.forFeature([SandboxShipment]), CourierAccountsModule],
  controllers: [SandboxCourierController],
  providers: [SandboxCourierJob, SandboxCourierService, SandboxShipmentsRepository],
})
export class SandboxCourierModule {}
