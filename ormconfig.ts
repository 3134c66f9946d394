import type { DataSourceOptions } from 'typeorm';
import { AuditEntry } from './src/audit/audit-entry.entity.js';
import { ApiToken } from './src/auth/api-token.entity.js';
import { Client } from './src/clients/client.entity.js';
import { PlanPrice } from './src/catalog/plan-price.entity.js';
import { Product } from './src/catalog/product.entity.js';
import { InitialSchema1763600000000 } from './src/schema/migrations/1763600000000-initial-schema.js';
import { Operations1763700000000 } from './src/schema/migrations/1763700000000-operations.js';
import { IdempotencyKeys1763800000000 } from './src/schema/migrations/1763800000000-idempotency-keys.js';
import { ChangeLog1763900000000 } from './src/schema/migrations/1763900000000-change-log.js';
import { PlaceOrders1764000000000 } from './src/schema/migrations/1764000000000-place-orders.js';
import { ChangeFeed1764100000000 } from './src/schema/migrations/1764100000000-change-feed.js';
import { TestMode1764200000000 } from './src/schema/migrations/1764200000000-test-mode.js';
import { RemovedSkus1764300000000 } from './src/schema/migrations/1764300000000-removed-skus.js';
import { OrderChecksByKey1764400000000 } from './src/schema/migrations/1764400000000-order-checks-by-key.js';
import { RotatedTokens1764500000000 } from './src/schema/migrations/1764500000000-rotated-tokens.js';
import { SnakeNamingStrategy } from './src/platform/database/naming-strategy.js';
import { IdempotencyKey } from './src/orders/placing/idempotency-key.entity.js';
import { PromptClient } from './src/platform/database/prompt-client.js';
import { OrderItem } from './src/orders/order-item.entity.js';
import { OrderStatusChange } from './src/orders/order-status-change.entity.js';
import { Order } from './src/orders/order.entity.js';
import { Payment } from './src/orders/fulfillment/payment.entity.js';
import { ShipmentItem } from './src/orders/fulfillment/shipment-item.entity.js';
import { Shipment } from './src/orders/fulfillment/shipment.entity.js';
import { Plan } from './src/plans/plan.entity.js';
import { Subscription } from './src/plans/subscription.entity.js';
import { StockLevel } from './src/stock/stock-level.entity.js';
import { StockMovement } from './src/stock/stock-movement.entity.js';
import { WalletEntry } from './src/wallet/wallet-entry.entity.js';
import { Wallet } from './src/wallet/wallet.entity.js';

/** Where the database is: a URL, or the socket of the embedded one. */
export type DatabaseConnection =
  { url: string } | { host: string; port: number; user: string; database: string };

/** The one description of the database, for the service, its command line and the tests. */
export function dataSourceOptions(
  connection: DatabaseConnection,
  poolSize = 10,
): Extract<DataSourceOptions, { type: 'postgres' }> {
  return {
    type: 'postgres',
    ...placeOf(connection),
    entities: [
      AuditEntry,
      Client,
      ApiToken,
      Plan,
      Subscription,
      Product,
      PlanPrice,
      StockLevel,
      StockMovement,
      Order,
      OrderItem,
      OrderStatusChange,
      Shipment,
      ShipmentItem,
      IdempotencyKey,
      Payment,
      Wallet,
      WalletEntry,
    ],
    migrations: [
      InitialSchema1763600000000,
      Operations1763700000000,
      IdempotencyKeys1763800000000,
      ChangeLog1763900000000,
      PlaceOrders1764000000000,
      ChangeFeed1764100000000,
      TestMode1764200000000,
      RemovedSkus1764300000000,
      OrderChecksByKey1764400000000,
      RotatedTokens1764500000000,
    ],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    parseInt8: true,
    poolSize,
    connectTimeoutMS: 2_000,
    extra: {
      Client: PromptClient,
      // Server-side limits: pg's own query_timeout could leave a transaction open on a pooled connection.
      statement_timeout: 5_000,
      lock_timeout: 1_000,
      idle_in_transaction_session_timeout: 5_000,
      application_name: 'wholesale-store-orders',
    },
  };
}

function placeOf(connection: DatabaseConnection): object {
  if ('url' in connection) return connection;
  const { user: username, ...socket } = connection;
  // PGSSLMODE of the environment is for other servers: there is no TLS on a socket.
  return { ...socket, username, ssl: false };
}
