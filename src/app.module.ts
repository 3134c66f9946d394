import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AccessGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { PersonAccess } from './auth/person-access.js';
import { TokenNotices } from './auth/token-notices.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { DeskModule } from './desk/desk.module.js';
import { FulfillmentModule } from './fulfillment/fulfillment.module.js';
import { countedGateway } from './money/gateway/counted-gateway.js';
import { gatewayModules, openGateway } from './money/gateway/gateways.js';
import { PAYMENT_GATEWAY } from './money/gateway/payment-gateway.js';
import { MoneyModule } from './money/money.module.js';
import { CanceledOrderMoney } from './money/order-payments/canceled-order-money.js';
import { OrderMoney } from './orders/lifecycle/order-money.js';
import { OrdersModule } from './orders/orders.module.js';
import { ReconciliationModule } from './orders/reconciliation/reconciliation.module.js';
import { RetentionModule } from './orders/retention/retention.module.js';
import { ClientNoticesService } from './people/client-notices/client-notices.service.js';
import { PeopleModule } from './people/people.module.js';
import { UserAccess } from './people/sessions/user-access.js';
import { PlansModule } from './plans/plans.module.js';
import type { Settings } from './platform/config/settings.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { BodyInterceptor } from './platform/http/input/body.interceptor.js';
import { RequestValidationPipe } from './platform/http/input/validation.pipe.js';
import { Routes } from './platform/http/routes.js';
import { LOGGER } from './platform/observability/logger.js';
import { PlatformModule } from './platform/platform.module.js';
import { Metrics } from './platform/observability/metrics.js';
import { notFoundPage } from './start/docs/serve-docs.js';
import { StockModule } from './stock/stock.module.js';
import { TaxModule } from './tax/tax.module.js';

/** Parts that the modules are built from. The data source is connected and its schema current. */
export interface AppParts {
  settings: Settings;
  dataSource: DataSource;
  logger: Logger;
}

/** The core's questions to the wings, and who answers them. Without an answer, the core serves stores alone. */
export const ANSWERS = [
  { provide: PersonAccess, useExisting: UserAccess },
  { provide: TokenNotices, useExisting: ClientNoticesService },
  { provide: OrderMoney, useExisting: CanceledOrderMoney },
];

/** Keeps the service from starting while a question of the core has no answer: Nest then names the class without a provider. */
const ALL_ANSWERED = {
  provide: 'all answers to the core',
  inject: [PersonAccess, TokenNotices, OrderMoney],
  useFactory: (...answers: object[]) => answers,
};

/** The wings above the core. */
@Global()
@Module({})
export class WingsModule {
  static of({ gateway }: Settings, answers = ANSWERS): DynamicModule {
    return {
      module: WingsModule,
      imports: [
        PeopleModule,
        MoneyModule,
        ...gatewayModules(gateway),
        TaxModule,
        FulfillmentModule,
        DeskModule,
      ],
      providers: [
        ...answers,
        ALL_ANSWERED,
        {
          provide: PAYMENT_GATEWAY,
          inject: [getDataSourceToken(), Metrics, LOGGER],
          useFactory: async (dataSource: DataSource, metrics: Metrics, logger: Logger) =>
            gateway && countedGateway(await openGateway(gateway, dataSource), metrics, logger),
        },
      ],
      exports: [...answers, PAYMENT_GATEWAY],
    };
  }
}

/**
 * The service: the core, which serves stores, and the wings above it. Every request passes guard, interceptor, pipe, controller,
 * service and repository; the filter answers what goes wrong on the way.
 */
@Module({})
export class AppModule {
  /** @param wings null: the core alone */
  static of(
    parts: AppParts,
    wings: DynamicModule | null = WingsModule.of(parts.settings),
  ): DynamicModule {
    const { settings, dataSource, logger } = parts;
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => dataSource.options,
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
        PlatformModule.of(settings, dataSource, logger),
        ClientsModule,
        AuthModule,
        PlansModule,
        CatalogModule,
        StockModule,
        OrdersModule,
        ReconciliationModule,
        RetentionModule,
        ...(wings === null ? [] : [wings]),
      ],
      providers: [
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_PIPE, useClass: RequestValidationPipe },
        {
          provide: APP_FILTER,
          inject: [Routes],
          useFactory: (routes: Routes) => new ErrorFilter(logger, notFoundPage, routes),
        },
      ],
    };
  }
}
