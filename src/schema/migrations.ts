import { Baseline1764896500000 } from './migrations/1764896500000-baseline.js';
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
import { PackingRules1795960000000 } from './migrations/1795960000000-packing-rules.js';
import { Brand1765650000000 } from './migrations/1765650000000-brand.js';
import { FirstRun1765650100000 } from './migrations/1765650100000-first-run.js';
import { Messages1765660000000 } from './migrations/1765660000000-messages.js';
import { Notes1765660100000 } from './migrations/1765660100000-notes.js';
import { RecentRequests1765660200000 } from './migrations/1765660200000-recent-requests.js';
import { ProductCosts1765670000000 } from './migrations/1765670000000-product-costs.js';
import { FurtherIndexes1765700000000 } from './migrations/1765700000000-further-indexes.js';
import { RequestTables1765900000000 } from './migrations/1765900000000-request-tables.js';
import { AccessToClients1766010000000 } from './migrations/1766010000000-access-to-clients.js';
import { CountedMoney1766020000000 } from './migrations/1766020000000-counted-money.js';
import { PaymentMethods1766030000000 } from './migrations/1766030000000-payment-methods.js';
import { RefundedDelivery1766040000000 } from './migrations/1766040000000-refunded-delivery.js';
import { BankDecisions1766050000000 } from './migrations/1766050000000-bank-decisions.js';
import { ShipmentImports1766060000000 } from './migrations/1766060000000-shipment-imports.js';
import { Mrp1766090000000 } from './migrations/1766090000000-mrp.js';
import { OpenedInspections1766100000000 } from './migrations/1766100000000-opened-inspections.js';
import { RefundTerms1795600000000 } from './migrations/1795600000000-refund-terms.js';
import { Adjustments1795700000000 } from './migrations/1795700000000-adjustments.js';
import { FoundSettings1795710000000 } from './migrations/1795710000000-found-settings.js';
import { UnreadChanges1795720000000 } from './migrations/1795720000000-unread-changes.js';
import { GstUnits1795730000000 } from './migrations/1795730000000-gst-units.js';
import { CheaperReceipts1795740000000 } from './migrations/1795740000000-cheaper-receipts.js';
import { JobRuns1795750000000 } from './migrations/1795750000000-job-runs.js';
import { VerifyRules1795760000000 } from './migrations/1795760000000-verify-rules.js';
import { PlacingTurns1795770000000 } from './migrations/1795770000000-placing-turns.js';
import { ReferenceDigits1795780000000 } from './migrations/1795780000000-reference-digits.js';
import { SurchargesAndInviters1795790000000 } from './migrations/1795790000000-surcharges-and-inviters.js';
import { OrderParents1795900000000 } from './migrations/1795900000000-order-parents.js';
import { RetiredTables1795900100000 } from './migrations/1795900100000-retired-tables.js';
import { AccountsEnteredAlone1795910000000 } from './migrations/1795910000000-accounts-entered-alone.js';
import { ProvenLines1795920000000 } from './migrations/1795920000000-proven-lines.js';
import { WaitingStatements1795930000000 } from './migrations/1795930000000-waiting-statements.js';
import { DocumentHolds1795932000000 } from './migrations/1795932000000-document-holds.js';
import { SimilarMoney1795931000000 } from './migrations/1795931000000-similar-money.js';
import { ReferenceForm1795931100000 } from './migrations/1795931100000-reference-form.js';
import { OrdersByOperators1795940000000 } from './migrations/1795940000000-orders-by-operators.js';
import { SlipPapers1795950000000 } from './migrations/1795950000000-slip-papers.js';
import { Photos1796050000000 } from './migrations/1796050000000-photos.js';
import { CourierBookings1795990000000 } from './migrations/1795990000000-courier-bookings.js';
import { DeliveryFindings1795991000000 } from './migrations/1795991000000-delivery-findings.js';
import { SalesVouchers1796040000000 } from './migrations/1796040000000-sales-vouchers.js';
import { FailureActions1796070000000 } from './migrations/1796070000000-failure-actions.js';
import { MoreSearchWords1796080000000 } from './migrations/1796080000000-more-search-words.js';
import { GiftMessages1796120000000 } from './migrations/1796120000000-gift-messages.js';
import { CancelReasons1796130000000 } from './migrations/1796130000000-cancel-reasons.js';
import { LiveLists1796100000000 } from './migrations/1796100000000-live-lists.js';
import { CourierReports1796110000000 } from './migrations/1796110000000-courier-reports.js';
import { ListedParts1796000000000 } from './migrations/1796000000000-listed-parts.js';
import { WaitingCalls1796020000000 } from './migrations/1796020000000-waiting-calls.js';
import { KeptBoxes1796030000000 } from './migrations/1796030000000-kept-boxes.js';
import { PreviousPushes1796031000000 } from './migrations/1796031000000-previous-pushes.js';
import { ToldWayBills1796032000000 } from './migrations/1796032000000-told-way-bills.js';
import { Manifests1796033000000 } from './migrations/1796033000000-manifests.js';
import { UpiAddresses1795970000000 } from './migrations/1795970000000-upi-addresses.js';
import { ShipmentEvents1795980000000 } from './migrations/1795980000000-shipment-events.js';
import { ReturnPlaces1796010000000 } from './migrations/1796010000000-return-places.js';

// Until 1.6.0: running instances of 1.3.0 use the table clock_state, read orders.changed_xid (with the function current_xid), and write
// pruned_start_xid of change_log_state.
// Until 1.6.0: running instances of 1.3.0 send p_key_hours to place_orders, and call find_duplicate_orders, which is dropped then with the
// other functions and the types stock_need and locked_level by which 1.3.0 placed orders.

/** Every migration, by its timestamp. */
export const MIGRATIONS = [
  Baseline1764896500000,
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
  AccessToClients1766010000000,
  CountedMoney1766020000000,
  PaymentMethods1766030000000,
  RefundedDelivery1766040000000,
  BankDecisions1766050000000,
  ShipmentImports1766060000000,
  Mrp1766090000000,
  OpenedInspections1766100000000,
  RefundTerms1795600000000,
  Adjustments1795700000000,
  FoundSettings1795710000000,
  UnreadChanges1795720000000,
  GstUnits1795730000000,
  CheaperReceipts1795740000000,
  JobRuns1795750000000,
  VerifyRules1795760000000,
  PlacingTurns1795770000000,
  ReferenceDigits1795780000000,
  SurchargesAndInviters1795790000000,
  OrderParents1795900000000,
  RetiredTables1795900100000,
  AccountsEnteredAlone1795910000000,
  ProvenLines1795920000000,
  WaitingStatements1795930000000,
  SimilarMoney1795931000000,
  ReferenceForm1795931100000,
  DocumentHolds1795932000000,
  OrdersByOperators1795940000000,
  SlipPapers1795950000000,
  PackingRules1795960000000,
  UpiAddresses1795970000000,
  ShipmentEvents1795980000000,
  CourierBookings1795990000000,
  DeliveryFindings1795991000000,
  ListedParts1796000000000,
  ReturnPlaces1796010000000,
  WaitingCalls1796020000000,
  KeptBoxes1796030000000,
  PreviousPushes1796031000000,
  ToldWayBills1796032000000,
  Manifests1796033000000,
  SalesVouchers1796040000000,
  Photos1796050000000,
  FailureActions1796070000000,
  MoreSearchWords1796080000000,
  LiveLists1796100000000,
  CourierReports1796110000000,
  GiftMessages1796120000000,
  CancelReasons1796130000000,
];
