import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsAccess } from './metrics-access.js';
import { MetricsController } from './metrics.controller.js';

/** Liveness, readiness and metrics. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [HealthService, MetricsAccess],
})
export class HealthModule {}
