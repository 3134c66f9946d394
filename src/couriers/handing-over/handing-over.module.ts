import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BookingsModule } from '../bookings/bookings.module.js';
import { CourierPickup } from './pick-ups/courier-pickup.entity.js';

/** What happens at the packing table: labels, handing over, manifests and pick-ups. */
@Module({ imports: [TypeOrmModule.forFeature([CourierPickup]), BookingsModule] })
export class HandingOverModule {}
