import { InitialSchema1764550000000 } from './migrations/1764550000000-initial-schema.js';
import { Ledger1764600000000 } from './migrations/1764600000000-ledger.js';
import { OrderSearch1764650000000 } from './migrations/1764650000000-order-search.js';
import { Accounts1764700000000 } from './migrations/1764700000000-accounts.js';
import { RequestFailures1764760000000 } from './migrations/1764760000000-request-failures.js';
import { AuditSearch1764765000000 } from './migrations/1764765000000-audit-search.js';
import { ClientEmails1764770000000 } from './migrations/1764770000000-client-emails.js';
import { StockMovements1764775000000 } from './migrations/1764775000000-stock-movements.js';
import { ScheduledPrices1764780000000 } from './migrations/1764780000000-scheduled-prices.js';
import { ClientBilling1764790000000 } from './migrations/1764790000000-client-billing.js';
import { OperatorTokens1764800000000 } from './migrations/1764800000000-operator-tokens.js';
import { ServerRuns1764810000000 } from './migrations/1764810000000-server-runs.js';
import { ChangePositions1764811000000 } from './migrations/1764811000000-change-positions.js';
import { ReservationLimits1764830000000 } from './migrations/1764830000000-reservation-limits.js';
import { ClockState1764831000000 } from './migrations/1764831000000-clock-state.js';
import { BankTransfers1764840000000 } from './migrations/1764840000000-bank-transfers.js';
import { Gateway1764841000000 } from './migrations/1764841000000-gateway.js';
import { ProductDetails1764850000000 } from './migrations/1764850000000-product-details.js';
import { DeliveryZones1764851000000 } from './migrations/1764851000000-delivery-zones.js';
import { Shelves1764860000000 } from './migrations/1764860000000-shelves.js';
import { Couriers1764861000000 } from './migrations/1764861000000-couriers.js';
import { SettledReturns1764862000000 } from './migrations/1764862000000-settled-returns.js';
import { ProductSearch1764870000000 } from './migrations/1764870000000-product-search.js';
import { FileImports1764871000000 } from './migrations/1764871000000-file-imports.js';
import { OfficeFigures1764880000000 } from './migrations/1764880000000-office-figures.js';
import { PriceLists1764890000000 } from './migrations/1764890000000-price-lists.js';
import { StockCounts1764891000000 } from './migrations/1764891000000-stock-counts.js';
import { CustomerDataRetention1764892000000 } from './migrations/1764892000000-customer-data-retention.js';
import { LargeOrders1764893000000 } from './migrations/1764893000000-large-orders.js';
import { OrderArchive1764894000000 } from './migrations/1764894000000-order-archive.js';
import { CheaperPlacing1764895000000 } from './migrations/1764895000000-cheaper-placing.js';
import { OrderStatusSets1764896000000 } from './migrations/1764896000000-order-status-sets.js';
import { GatewayKinds1764896500000 } from './migrations/1764896500000-gateway-kinds.js';
import { ClientDebts1764900000000 } from './migrations/1764900000000-client-debts.js';
import { Bank1764901000000 } from './migrations/1764901000000-bank.js';
import { MoneyCalls1764902000000 } from './migrations/1764902000000-money-calls.js';
import { GatewayClearing1764904000000 } from './migrations/1764904000000-gateway-clearing.js';
import { LedgerSeals1764905000000 } from './migrations/1764905000000-ledger-seals.js';
import { ClientCredit1764906000000 } from './migrations/1764906000000-client-credit.js';
import { Approvals1764908000000 } from './migrations/1764908000000-approvals.js';
import { Devices1765000000000 } from './migrations/1765000000000-devices.js';
import { SealedSecrets1765000100000 } from './migrations/1765000100000-sealed-secrets.js';
import { Passkeys1765000200000 } from './migrations/1765000200000-passkeys.js';
import { Countries1765000300000 } from './migrations/1765000300000-countries.js';
import { OrderReturns1765100000000 } from './migrations/1765100000000-order-returns.js';
import { RefundKeys1765200000000 } from './migrations/1765200000000-refund-keys.js';
import { ClockWitness1765200100000 } from './migrations/1765200100000-clock-witness.js';
import { WithdrawnReturns1765400000000 } from './migrations/1765400000000-withdrawn-returns.js';
import { OrderLosses1765500000000 } from './migrations/1765500000000-order-losses.js';
import { AuditSeals1765500100000 } from './migrations/1765500100000-audit-seals.js';
import { TaxDocuments1765600000000 } from './migrations/1765600000000-tax-documents.js';
import { TaxRates1765610000000 } from './migrations/1765610000000-tax-rates.js';
import { GstReturns1765620000000 } from './migrations/1765620000000-gst-returns.js';
import { OrderSearchWords1765630000000 } from './migrations/1765630000000-order-search-words.js';
import { Brand1765650000000 } from './migrations/1765650000000-brand.js';
import { FirstRun1765650100000 } from './migrations/1765650100000-first-run.js';
import { Messages1765660000000 } from './migrations/1765660000000-messages.js';
import { Notes1765660100000 } from './migrations/1765660100000-notes.js';
import { RecentRequests1765660200000 } from './migrations/1765660200000-recent-requests.js';
import { ProductCosts1765670000000 } from './migrations/1765670000000-product-costs.js';
import { FurtherIndexes1765700000000 } from './migrations/1765700000000-further-indexes.js';
import { RequestTables1765900000000 } from './migrations/1765900000000-request-tables.js';
import { CountedMoney1766020000000 } from './migrations/1766020000000-counted-money.js';

/** Every migration, by its timestamp. */
export const MIGRATIONS = [
  InitialSchema1764550000000,
  Ledger1764600000000,
  OrderSearch1764650000000,
  Accounts1764700000000,
  RequestFailures1764760000000,
  AuditSearch1764765000000,
  ClientEmails1764770000000,
  StockMovements1764775000000,
  ScheduledPrices1764780000000,
  ClientBilling1764790000000,
  OperatorTokens1764800000000,
  ServerRuns1764810000000,
  ChangePositions1764811000000,
  ReservationLimits1764830000000,
  ClockState1764831000000,
  BankTransfers1764840000000,
  Gateway1764841000000,
  ProductDetails1764850000000,
  DeliveryZones1764851000000,
  Shelves1764860000000,
  Couriers1764861000000,
  SettledReturns1764862000000,
  ProductSearch1764870000000,
  FileImports1764871000000,
  OfficeFigures1764880000000,
  PriceLists1764890000000,
  StockCounts1764891000000,
  CustomerDataRetention1764892000000,
  LargeOrders1764893000000,
  OrderArchive1764894000000,
  CheaperPlacing1764895000000,
  OrderStatusSets1764896000000,
  GatewayKinds1764896500000,
  ClientDebts1764900000000,
  Bank1764901000000,
  MoneyCalls1764902000000,
  GatewayClearing1764904000000,
  LedgerSeals1764905000000,
  ClientCredit1764906000000,
  Approvals1764908000000,
  Devices1765000000000,
  SealedSecrets1765000100000,
  Passkeys1765000200000,
  Countries1765000300000,
  OrderReturns1765100000000,
  RefundKeys1765200000000,
  ClockWitness1765200100000,
  WithdrawnReturns1765400000000,
  OrderLosses1765500000000,
  AuditSeals1765500100000,
  TaxDocuments1765600000000,
  TaxRates1765610000000,
  GstReturns1765620000000,
  OrderSearchWords1765630000000,
  Brand1765650000000,
  FirstRun1765650100000,
  Messages1765660000000,
  Notes1765660100000,
  RecentRequests1765660200000,
  ProductCosts1765670000000,
  FurtherIndexes1765700000000,
  RequestTables1765900000000,
  CountedMoney1766020000000,
];
