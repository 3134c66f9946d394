import { lineOptions } from './src/platform/database/connection/lines.js';
import type { DatabaseConnection, PostgresOptions } from './src/platform/database/database.js';
import { SnakeNamingStrategy } from './src/platform/database/naming-strategy.js';
import { SERVICE_DRIVER } from './src/platform/database/service-pool.js';
import { ENTITIES } from './src/schema/entities.js';
import { MIGRATIONS } from './src/schema/migrations.js';

// Part of the signature below.
export type { DatabaseConnection };

/** Makes the one description of the database, for the service, its command line and the tests. */
export function dataSourceOptions(connection: DatabaseConnection, poolSize = 10): PostgresOptions {
  return {
    type: 'postgres',
    driver: SERVICE_DRIVER,
    ...lineOptions(connection),
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    parseInt8: true,
    poolSize,
  };
}
