import type { DatabaseConnection, PostgresOptions } from './src/platform/database/database.js';
import { SnakeNamingStrategy } from './src/platform/database/naming-strategy.js';
import { ResilientClient } from './src/platform/database/resilient-client.js';
import { ENTITIES } from './src/schema/entities.js';
import { MIGRATIONS } from './src/schema/migrations.js';

// Part of the signature below.
export type { DatabaseConnection };

/** The one description of the database, for the service, its command line and the tests. */
export function dataSourceOptions(connection: DatabaseConnection, poolSize = 10): PostgresOptions {
  return {
    type: 'postgres',
    ...placeOf(connection),
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    parseInt8: true,
    poolSize,
    connectTimeoutMS: 2_000,
    extra: {
      Client: ResilientClient,
      // Above the limits of the server.
      deadlineMs: 5_500,
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
