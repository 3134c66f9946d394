import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SchemaError } from '../../platform/database/schema-error.js';

/**
 * The schema of release 1.5.0, which an empty database starts from; its statements are in the SQL file next to this one. It has
 * the name of that release's last migration, which every database that can be upgraded has run.
 */
export class Baseline1796130000000 implements MigrationInterface {
  readonly name = 'CancelReasons1796130000000';
  /** The migrations before it. Running instances of 1.5.0 look for them. */
  readonly replaces = REPLACED;

  async up(queryRunner: QueryRunner): Promise<void> {
    const file = new URL('./1796130000000-baseline.sql', import.meta.url);
    await queryRunner.query(await readFile(file, 'utf8'));
    await queryRunner.query(
      `INSERT INTO schema_migrations (timestamp, name)
        SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) WITH ORDINALITY replaced (name, n) ORDER BY n`,
      [REPLACED],
    );
  }

  down(): Promise<void> {
    return Promise.reject(
      new SchemaError('the schema of release 1.5.0 is the oldest; it is not reverted'),
    );
  }
}

const REPLACED = `
  InitialSchema1764550000000 Ledger1764600000000 OrderSearch1764650000000 Accounts1764700000000 RequestFailures1764760000000
  AuditSearch1764765000000 ClientEmails1764770000000 StockMovements1764775000000 ScheduledPrices1764780000000
  ClientBilling1764790000000 OperatorTokens1764800000000 ServerRuns1764810000000 ChangePositions1764811000000
  ReservationLimits1764830000000 ClockState1764831000000 BankTransfers1764840000000 Gateway1764841000000 ProductDetails1764850000000
  DeliveryZones1764851000000 Shelves1764860000000 Couriers1764861000000 SettledReturns1764862000000 ProductSearch1764870000000
  FileImports1764871000000 OfficeFigures1764880000000 PriceLists1764890000000 StockCounts1764891000000
  CustomerDataRetention1764892000000 LargeOrders1764893000000 OrderArchive1764894000000 CheaperPlacing1764895000000
  OrderStatusSets1764896000000 GatewayKinds1764896500000 ClientDebts1764900000000 Bank1764901000000 MoneyCalls1764902000000
  GatewayClearing1764904000000 LedgerSeals1764905000000 ClientCredit1764906000000 Approvals1764908000000 Devices1765000000000
  SealedSecrets1765000100000 Passkeys1765000200000 Countries1765000300000 OrderReturns1765100000000 RefundKeys1765200000000
  ClockWitness1765200100000 WithdrawnReturns1765400000000 OrderLosses1765500000000 AuditSeals1765500100000 TaxDocuments1765600000000
  TaxRates1765610000000 GstReturns1765620000000 OrderSearchWords1765630000000 Brand1765650000000 FirstRun1765650100000
  Messages1765660000000 Notes1765660100000 RecentRequests1765660200000 ProductCosts1765670000000 FurtherIndexes1765700000000
  RequestTables1765900000000 AccessToClients1766010000000 CountedMoney1766020000000 PaymentMethods1766030000000
  RefundedDelivery1766040000000 BankDecisions1766050000000 ShipmentImports1766060000000 Mrp1766090000000
  OpenedInspections1766100000000 RefundTerms1795600000000 Adjustments1795700000000 FoundSettings1795710000000
  UnreadChanges1795720000000 GstUnits1795730000000 CheaperReceipts1795740000000 JobRuns1795750000000 VerifyRules1795760000000
  PlacingTurns1795770000000 ReferenceDigits1795780000000 SurchargesAndInviters1795790000000 OrderParents1795900000000
  RetiredTables1795900100000 AccountsEnteredAlone1795910000000 ProvenLines1795920000000 WaitingStatements1795930000000
  SimilarMoney1795931000000 ReferenceForm1795931100000 DocumentHolds1795932000000 OrdersByOperators1795940000000
  SlipPapers1795950000000 PackingRules1795960000000 UpiAddresses1795970000000 ShipmentEvents1795980000000
  CourierBookings1795990000000 DeliveryFindings1795991000000 ListedParts1796000000000 ReturnPlaces1796010000000
  WaitingCalls1796020000000 KeptBoxes1796030000000 PreviousPushes1796031000000 ToldWayBills1796032000000 Manifests1796033000000
  SalesVouchers1796040000000 Photos1796050000000 FailureActions1796070000000 MoreSearchWords1796080000000 LiveLists1796100000000
  CourierReports1796110000000 GiftMessages1796120000000
`
  .trim()
  .split(/\s+/);
