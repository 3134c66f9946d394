import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AccessGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { UserAccessPort } from './auth/user-access.port.js';
import { TokenNoticesPort } from './auth/token-notices.port.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { allowsSandbox } from './couriers/couriers.js';
import { OrderBookings } from './couriers/bookings/order-bookings.js';
import { BookingsToPack } from './couriers/handing-over/bookings-to-pack.js';
import { CouriersModule } from './couriers/couriers.module.js';
import { SandboxCourierModule } from './couriers/sandbox/sandbox.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { FulfillmentModule } from './fulfillment/fulfillment.module.js';
import { OrderParts } from './fulfillment/whole-order/order-parts.js';
import { BookingsToPackPort } from './fulfillment/pick-list/bookings-to-pack.port.js';
import { countedGateway } from './money/gateway/counted-gateway.js';
import { gatewayModules, openGateway } from './money/gateway/gateways.js';
import { PAYMENT_GATEWAY } from './money/gateway/payment-gateway.js';
import { MoneyModule } from './money/money.module.js';
import { WalletOrderRefunds } from './money/order-payments/wallet-order-refunds.js';
import { OrderBookingsPort } from './orders/lifecycle/order-bookings.port.js';
import { OrderPartsPort } from './orders/tracking/order-parts.port.js';
import { OrderRefundsPort } from './orders/lifecycle/order-refunds.port.js';
import { OrdersModule } from './orders/orders.module.js';
import { ReconciliationModule } from './orders/reconciliation/reconciliation.module.js';
import { RetentionModule } from './orders/retention/retention.module.js';
import { ClientNoticesService } from './identity/client-notices/client-notices.service.js';
import { IdentityModule } from './identity/identity.module.js';
import { UserAccess } from './identity/sessions/user-access.js';
import { PlansModule } from './plans/plans.module.js';
import type { Settings } from './platform/config/settings.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { BodyGuard } from './platform/http/input/body.guard.js';
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

/** The core's ports and their adapters in the feature modules. Without adapters, the core serves stores alone. */
export const PORTS = [
  { provide: UserAccessPort, useExisting: UserAccess },
  { provide: TokenNoticesPort, useExisting: ClientNoticesService },
  { provide: OrderRefundsPort, useExisting: WalletOrderRefunds },
  { provide: OrderBookingsPort, useExisting: OrderBookings },
  { provide: OrderPartsPort, useExisting: OrderParts },
  { provide: BookingsToPackPort, useExisting: BookingsToPack },
];

/** Keeps the service from starting while a port has no adapter. Nest's error then names the class without a provider. */
const ALL_PORTS_BOUND = {
  provide: 'an adapter for each port',
  inject: [
    UserAccessPort,
    TokenNoticesPort,
    OrderRefundsPort,
    OrderBookingsPort,
    OrderPartsPort,
    BookingsToPackPort,
  ],
  useFactory: (...adapters: object[]) => adapters,
};

/** The feature modules above the core. */
@Global()
@Module({})
export class FeaturesModule {
  static of(settings: Settings, ports = PORTS): DynamicModule {
    const { gateway } = settings;
    return {
      module: FeaturesModule,
      imports: [
        IdentityModule,
        MoneyModule,
        // Before the gateway's sandbox, whose files have any name below /sandbox.
        ...(allowsSandbox(settings) ? [SandboxCourierModule] : []),
        ...gatewayModules(gateway),
        TaxModule,
        FulfillmentModule,
        CouriersModule,
        DashboardModule,
      ],
      providers: [
        ...ports,
        ALL_PORTS_BOUND,
        {
          provide: PAYMENT_GATEWAY,
          inject: [getDataSourceToken(), Metrics, LOGGER],
          useFactory: async (dataSource: DataSource, metrics: Metrics, logger: Logger) =>
            gateway && countedGateway(await openGateway(gateway, dataSource), metrics, logger),
        },
      ],
      exports: [...ports, PAYMENT_GATEWAY],
    };
  }
}

/**
 * The service: the core, which serves stores, and the feature modules above it. Every request passes guard, interceptor, pipe, controller,
 * service and repository; the filter answers what goes wrong on the way.
 */
@Module({})
export class AppModule {
  /** @param features null: the core alone */
  static of(
    parts: AppParts,
    features: DynamicModule | null = FeaturesModule.of(parts.settings),
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
        ...(features === null ? [] : [features]),
      ],
      providers: [
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
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
