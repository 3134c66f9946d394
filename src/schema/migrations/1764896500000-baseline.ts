import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SchemaError } from '../../platform/database/schema-error.js';

/**
 * The schema of release 1.1.0, which an empty database starts from; its statements are in the SQL file next to this one. It has
 * the name of that release's last migration, which every database that can be upgraded has run.
 */
export class Baseline1764896500000 implements MigrationInterface {
  readonly name = 'GatewayKinds1764896500000';
  /** The migrations before it. 1.1.0 and 1.2.0 look for them. */
  readonly replaces = REPLACED;

  async up(queryRunner: QueryRunner): Promise<void> {
    const file = new URL('./1764896500000-baseline.sql', import.meta.url);
    await queryRunner.query(await readFile(file, 'utf8'));
    await queryRunner.query(
      `INSERT INTO schema_migrations (timestamp, name)
        SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) WITH ORDINALITY replaced (name, n) ORDER BY n`,
      [REPLACED],
    );
  }

  down(): Promise<void> {
    return Promise.reject(
      new SchemaError('the schema of release 1.1.0 is the oldest; it is not reverted'),
    );
  }
}

const REPLACED = `
  InitialSchema1764550000000 Ledger1764600000000 OrderSearch1764650000000 Accounts1764700000000 RequestFailures1764760000000
  AuditSearch1764765000000 ClientEmails1764770000000 StockMovements1764775000000 ScheduledPrices1764780000000
  ClientBilling1764790000000 OperatorTokens1764800000000 ServerRuns1764810000000 ChangePositions1764811000000
  ReservationLimits1764830000000 ClockState1764831000000 BankTransfers1764840000000 Gateway1764841000000
  ProductDetails1764850000000 DeliveryZones1764851000000 Shelves1764860000000 Couriers1764861000000 SettledReturns1764862000000
  ProductSearch1764870000000 FileImports1764871000000 OfficeFigures1764880000000 PriceLists1764890000000 StockCounts1764891000000
  CustomerDataRetention1764892000000 LargeOrders1764893000000 OrderArchive1764894000000 CheaperPlacing1764895000000
  OrderStatusSets1764896000000
`
  .trim()
  .split(/\s+/);
