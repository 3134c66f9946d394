import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ProductAdministrationModule } from './desk/products/product-administration.module.js';
import { AccountsModule } from './people/accounts.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import { BrandModule } from './people/brand/brand.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ClientAdministrationModule } from './desk/clients/client-administration.module.js';
import { DatabaseClock } from './platform/clock/database-clock.js';
import { DatabaseFiguresJob } from './platform/observability/database-figures.job.js';
import { ChangeLogJob } from './platform/live-cache/change-log.job.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { SETTINGS, type Settings } from './platform/config/settings.js';
import { ChangePositions } from './platform/live-cache/change-positions.js';
import { LiveCache } from './platform/live-cache/live-cache.js';
import { DashboardModule } from './desk/dashboard.module.js';
import { HealthModule } from './platform/observability/health.module.js';
import { BodyInterceptor } from './platform/http/input/body.interceptor.js';
import {
  CLIENT_ADDRESS,
  CLIENT_PLACES,
  clientAddress,
  clientPlaces,
} from './platform/http/client-address.js';
import { notFoundPage } from './start/docs/serve-docs.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { LOGGER, type Log } from './platform/observability/logger.js';
import { poolStateOf } from './platform/database/pool-state.js';
import { Metrics } from './platform/observability/metrics.js';
import { OperationsPort } from './platform/http/operations-port.js';
import { PublicUrl } from './platform/http/public-url.js';
import { RateLimits } from './platform/http/limits/rate-limits.js';
import { RequestValidationPipe } from './platform/http/input/validation.pipe.js';
import { MessagesModule } from './desk/messages/messages.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { gatewayModules } from './money/gateway/adapters/adapters.js';
import { PaymentsModule } from './money/payments.module.js';
import { PlansModule } from './plans/plans.module.js';
import { StockModule } from './stock/stock.module.js';
import { TaxModule } from './tax/tax.module.js';

/** Parts that the modules are built from. The data source is connected and its schema current. */
export interface AppParts {
  settings: Settings;
  dataSource: DataSource;
  log: Log;
}

@Global()
@Module({})
export class AppModule {
  static of({ settings, dataSource, log: { logger } }: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => dataSource.options,
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
        DiscoveryModule,
        AuditModule,
        BrandModule,
        ClientAdministrationModule,
        AccountsModule,
        AuthModule,
        PlansModule,
        CatalogModule,
        StockModule,
        TaxModule,
        OrdersModule,
        PaymentsModule,
        ...gatewayModules(settings.gateway),
        ProductAdministrationModule,
        MessagesModule,
        DashboardModule,
        HealthModule,
      ],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useFactory: () => new Metrics(poolStateOf(dataSource)) },
        {
          provide: RateLimits,
          inject: [Metrics],
          useFactory: (metrics: Metrics) => RateLimits.open(settings, logger, metrics),
        },
        { provide: CLIENT_ADDRESS, useFactory: () => clientAddress(settings.trustedProxies) },
        {
          provide: CLIENT_PLACES,
          useFactory: () => clientPlaces(settings.trustedProxies, settings.countryHeader),
        },
        OperationsPort,
        PublicUrl,
        DatabaseClock,
        LiveCache,
        ChangePositions,
        ChangeLogJob,
        DatabaseFiguresJob,
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_PIPE, useClass: RequestValidationPipe },
        { provide: APP_FILTER, useValue: new ErrorFilter(logger, notFoundPage) },
      ],
      exports: [
        SETTINGS,
        LOGGER,
        CLIENT_ADDRESS,
        CLIENT_PLACES,
        OperationsPort,
        PublicUrl,
        Metrics,
        RateLimits,
        LiveCache,
        ChangePositions,
        DatabaseClock,
      ],
    };
  }
}
