import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { DeliveryZone } from './delivery-zone.entity.js';
import { DeliveryZonesCache } from './delivery-zones.cache.js';
import { DeliveryZonesController } from './delivery-zones.controller.js';
import { DeliveryZonesRepository } from './delivery-zones.repository.js';
import { DeliveryZonesService } from './delivery-zones.service.js';
import { ServiceabilityController } from './serviceability.controller.js';

/** Surcharges and refusals by address. */
@Module({
  imports: [TypeOrmModule.forFeature([DeliveryZone]), AuditModule],
  controllers: [DeliveryZonesController, ServiceabilityController],
  providers: [DeliveryZonesCache, DeliveryZonesService, DeliveryZonesRepository],
  exports: [DeliveryZonesCache, DeliveryZonesService],
})
export class DeliveryZonesModule {}
