import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AuditModule } from './audit/audit.module.js';
import { DatabaseClock } from './clock/database-clock.js';
import { SecretBox } from './config/secrets/secret-box.js';
import { SETTINGS, type Settings } from './config/settings.js';
import { poolOf } from './database/service-pool.js';
import {
  CLIENT_ADDRESS,
  CLIENT_PLACES,
  clientAddress,
  clientPlaces,
} from './http/client-address.js';
import { RateLimits } from './http/limits/rate-limits.js';
import { OperationsPort } from './http/operations-port.js';
import { PublicUrl } from './http/public-url.js';
import { Routes } from './http/routes.js';
import { JobsModule } from './jobs/jobs.module.js';
import { ChangeLogJob } from './live-cache/change-log.job.js';
import { ChangePositions } from './live-cache/change-positions.js';
import { LiveCache } from './live-cache/live-cache.js';
import { IdempotentRequestsJob } from './idempotency/idempotent-requests.job.js';
import { IdempotentRequestsRepository } from './idempotency/idempotent-requests.repository.js';
import { IdempotentRequestsService } from './idempotency/idempotent-requests.service.js';
import { DatabaseFiguresJob } from './observability/database-figures.job.js';
import { Readers } from './database/reader/readers.js';
import { StoreReads } from './database/reads/shared-read.js';
import { HealthModule } from './observability/health.module.js';
import { LOGGER } from './observability/logger.js';
import { Metrics } from './observability/metrics.js';
import { IdempotentRequest } from './idempotency/idempotent-request.entity.js';

/** Everything that knows nothing of the trade: settings, log, metrics, rate limits, live caches, and the addresses of callers. */
@Global()
@Module({})
export class PlatformModule {
  static of(settings: Settings, dataSource: DataSource, logger: Logger): DynamicModule {
    const { trustedProxies, countryHeader } = settings;
    const shared = [
      { provide: SETTINGS, useValue: settings },
      { provide: LOGGER, useValue: logger },
      { provide: Metrics, useFactory: () => new Metrics(poolOf(dataSource)) },
      {
        provide: RateLimits,
        inject: [Metrics],
        useFactory: (metrics: Metrics) => RateLimits.open(settings, logger, metrics),
      },
      { provide: CLIENT_ADDRESS, useFactory: () => clientAddress(trustedProxies) },
      { provide: CLIENT_PLACES, useFactory: () => clientPlaces(trustedProxies, countryHeader) },
      ...[
        OperationsPort,
        PublicUrl,
        Routes,
        DatabaseClock,
        LiveCache,
        ChangePositions,
        StoreReads,
        SecretBox,
      ],
      IdempotentRequestsService,
    ];
    return {
      module: PlatformModule,
      imports: [
        TypeOrmModule.forFeature([IdempotentRequest]),
        AuditModule,
        DiscoveryModule,
        HealthModule,
        JobsModule,
      ],
      providers: [
        ...shared,
        {
          provide: Readers,
          inject: [Metrics],
          useFactory: (metrics: Metrics) => new Readers(dataSource, settings, logger, metrics),
        },
        ...[ChangeLogJob, DatabaseFiguresJob, IdempotentRequestsJob, IdempotentRequestsRepository],
      ],
      exports: shared,
    };
  }
}
