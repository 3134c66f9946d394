import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { AssortmentModule } from './assortment/assortment.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChangeLogJob } from './change-log.job.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { SETTINGS, type Settings } from './config/settings.js';
import { ReadModels } from './database/read-models.js';
import { HealthModule } from './health/health.module.js';
import { BodyInterceptor } from './http/body.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { LOGGER } from './http/logger.js';
import { Metrics, type PoolState } from './http/metrics.js';
import { RateLimits } from './http/rate-limits.js';
import { RequestValidationPipe } from './http/validation.pipe.js';
import { OrdersModule } from './orders/orders.module.js';
import { PlansModule } from './plans/plans.module.js';
import { StockModule } from './stock/stock.module.js';

/** What the modules are made of; the data source is connected and its schema current. */
export interface AppParts {
  settings: Settings;
  dataSource: DataSource;
  logger: Logger;
}

@Global()
@Module({})
export class AppModule {
  static of({ settings, dataSource, logger }: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => dataSource.options,
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
        AuditModule,
        AuthModule,
        PlansModule,
        CatalogModule,
        StockModule,
        OrdersModule,
        AssortmentModule,
        HealthModule,
      ],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useFactory: () => new Metrics(poolOf(dataSource)) },
        { provide: RateLimits, useFactory: () => new RateLimits(settings, logger) },
        ReadModels,
        ChangeLogJob,
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_PIPE, useClass: RequestValidationPipe },
        { provide: ErrorFilter, useValue: new ErrorFilter(logger) },
        { provide: APP_FILTER, useExisting: ErrorFilter },
      ],
      exports: [SETTINGS, LOGGER, Metrics, RateLimits, ReadModels, ErrorFilter],
    };
  }
}

/** TypeORM's own pool: there is no other. */
function poolOf(dataSource: DataSource): PoolState {
  return (dataSource.driver as PostgresDriver).master as PoolState;
}
