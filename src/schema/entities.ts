import { CourierAccount } from '../couriers/accounts/courier-account.entity.js';
import { BoxPreset } from '../couriers/boxes/box-preset.entity.js';
import { BookingRules } from '../couriers/bookings/booking-rules.entity.js';
import { CourierBooking } from '../couriers/bookings/courier-booking.entity.js';
import { CourierAwb } from '../couriers/bookings/courier-awb.entity.js';
import { PooledWaybill } from '../couriers/waybills/pooled-waybill.entity.js';
import { CourierPush } from '../couriers/pushes/courier-push.entity.js';
import { CourierCode } from '../couriers/pushes/courier-code.entity.js';
import { DeliveryFailure } from '../couriers/failures/delivery-failure.entity.js';
import { DeliveryFinding } from '../couriers/findings/delivery-finding.entity.js';
import { CourierPickup } from '../couriers/handing-over/pick-ups/courier-pickup.entity.js';
import { CourierCall } from '../couriers/budget/courier-call.entity.js';
import { SandboxShipment } from '../couriers/sandbox/sandbox-shipment.entity.js';
import { JobRun } from '../platform/jobs/job-run.entity.js';
import { Invitation } from '../identity/invitations/invitation.entity.js';
import { PasswordReset } from '../identity/password-resets/password-reset.entity.js';
import { OperatorToken } from '../identity/operator-tokens/operator-token.entity.js';
import { FirstRun } from '../dashboard/office/first-steps/first-run.entity.js';
import { SavedView } from '../dashboard/client-pages/views/saved-view.entity.js';
import { PasskeyChallenge } from '../identity/passkeys/passkey-challenge.entity.js';
import { Passkey } from '../identity/passkeys/passkey.entity.js';
import { Device } from '../identity/devices/device.entity.js';
import { Session } from '../identity/sessions/session.entity.js';
import { Lockout } from '../identity/sign-in/lockout.entity.js';
import { RecoveryCode } from '../identity/two-factor/recovery-code.entity.js';
import { Member } from '../identity/users/member.entity.js';
import { OperatorRoleGrant } from '../identity/users/operator-role-grant.entity.js';
import { User } from '../identity/users/user.entity.js';
import { Brand } from '../identity/brand/brand.entity.js';
import { AuditEntry } from '../platform/audit/audit-entry.entity.js';
import { ApiToken } from '../auth/tokens/api-token.entity.js';
import { RecentRequest } from '../dashboard/store-requests/recent/recent-request.entity.js';
import { RequestFailure } from '../dashboard/store-requests/failures/request-failure.entity.js';
import { TokenUse } from '../auth/token-use/token-use.entity.js';
import { Client } from '../clients/client.entity.js';
import { QueuedMail } from '../platform/mail/queued-mail.entity.js';
import { CatalogImport } from '../dashboard/products/file-imports/catalog-import.entity.js';
import { CatalogImportPart } from '../dashboard/products/file-imports/catalog-import-part.entity.js';
import { ProductCost } from '../dashboard/products/costs/product-cost.entity.js';
import { Supplier } from '../dashboard/products/file-imports/supplier.entity.js';
import { PlanPrice } from '../catalog/plan-price.entity.js';
import { PriceListPrice } from '../catalog/price-lists/price-list-price.entity.js';
import { PriceList } from '../catalog/price-lists/price-list.entity.js';
import { ScheduledPrice } from '../catalog/scheduled-prices/scheduled-price.entity.js';
import { Photo } from '../catalog/photos/photo.entity.js';
import { Product } from '../catalog/product.entity.js';
import { CreditItem } from '../money/ledger/credit/credit-item.entity.js';
import { LedgerAccount } from '../money/ledger/ledger-account.entity.js';
import { LedgerJournal } from '../money/ledger/ledger-journal.entity.js';
import { LedgerPosting } from '../money/ledger/ledger-posting.entity.js';
import { IdempotentRequest } from '../platform/idempotency/idempotent-request.entity.js';
import { Receipt } from '../money/ledger/receipt.entity.js';
import { MethodAlias } from '../money/order-payments/method-alias.entity.js';
import { ApprovalLimit } from '../identity/approvals/approval-limit.entity.js';
import { Approval } from '../identity/approvals/approval.entity.js';
import { CountedEntry } from '../identity/approvals/counting/counted-entry.entity.js';
import { AutoPaySettings } from '../money/wallets/auto-pay/auto-pay-settings.entity.js';
import { BankAccount } from '../money/bank/accounts/bank-account.entity.js';
import { OtherAccount } from '../money/bank/other-accounts/other-account.entity.js';
import { StatementImport } from '../money/bank/imports/statement-import.entity.js';
import { DocumentHold } from '../tax/documents/numbers/document-hold.entity.js';
import { WaitingStatement } from '../money/bank/imports/waiting-statement.entity.js';
import { StatementLine } from '../money/bank/lines/statement-line.entity.js';
import { KnownPayer } from '../money/bank/matching/known-payer.entity.js';
import { BankTransfer } from '../money/bank-transfers/bank-transfer.entity.js';
import { StoredIntent } from '../money/gateway/checkouts/stored-intent.entity.js';
import { PaymentIntentOrder } from '../money/gateway/checkouts/payment-intent-order.entity.js';
import { StoredPayment } from '../money/gateway/checkouts/stored-payment.entity.js';
import { GatewayRefund } from '../money/gateway/refunds/gateway-refund.entity.js';
import { GatewayNotice } from '../money/gateway/notices/gateway-notice.entity.js';
import { DayCheck } from '../money/gateway/day-checks/day-check.entity.js';
import { StoredDispute } from '../money/gateway/disputes/stored-dispute.entity.js';
import { StoredSettlement } from '../money/gateway/settlements/stored-settlement.entity.js';
import { ClosedMonth } from '../money/ledger/closings/closed-month.entity.js';
import { LedgerName } from '../money/books/ledger-name.entity.js';
import { ArchivedOrder } from '../orders/archive/archived-order.entity.js';
import { OrderArchive } from '../orders/archive/order-archive.entity.js';
import { OrderSearchQueue } from '../fulfillment/search/order-search-queue.entity.js';
import { OrderSearchWords } from '../fulfillment/search/order-search-words.entity.js';
import { AllowedTaxRates } from '../tax/rates/allowed-tax-rates.entity.js';
import { HsnRate } from '../tax/rates/hsn-rate.entity.js';
import { SalesVouchers } from '../money/books/sales-vouchers.entity.js';
import { ReturnPlace } from '../fulfillment/returns/place/return-place.entity.js';
import { PackingRules } from '../fulfillment/scans/packing-rules.entity.js';
import { Courier } from '../fulfillment/shipping/courier.entity.js';
import { ShipmentImport } from '../fulfillment/shipping/import/shipment-import.entity.js';
import { DeliveryZone } from '../orders/delivery-zones/delivery-zone.entity.js';
import { IdempotencyKey } from '../orders/placing/idempotency-key.entity.js';
import { Note } from '../identity/notes/note.entity.js';
import { OrderAssignment } from '../fulfillment/assignment/order-assignment.entity.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrderStatusChange } from '../orders/lifecycle/order-status-change.entity.js';
import { Order } from '../orders/order.entity.js';
import { ShipmentEvent } from '../orders/tracking/shipment-event.entity.js';
import { ShipmentProgress } from '../orders/tracking/shipment-progress.entity.js';
import { ShipmentItem } from '../orders/lifecycle/shipment-item.entity.js';
import { Shipment } from '../orders/lifecycle/shipment.entity.js';
import { OrderLoss } from '../orders/reconciliation/order-loss.entity.js';
import { OrderReturnItem } from '../fulfillment/returns/order-return-item.entity.js';
import { OrderReturn } from '../fulfillment/returns/order-return.entity.js';
import { Plan } from '../plans/plan.entity.js';
import { Subscription } from '../plans/subscription.entity.js';
import { StockLevel } from '../stock/stock-level.entity.js';
import { StockMovement } from '../stock/stock-movement.entity.js';
import { DocumentEvent } from '../tax/documents/document-event.entity.js';
import { DocumentSeries } from '../tax/documents/numbers/document-series.entity.js';
import { TaxDocument } from '../tax/documents/tax-document.entity.js';
import { EInvoiceQueueItem } from '../tax/india/e-invoice/e-invoice-queue.entity.js';
import { GstFiling } from '../tax/india/gstr1/gst-filing.entity.js';
import { UninvoicedShipment } from '../tax/issuing/uninvoiced-shipment.entity.js';
import { TaxProfile } from '../tax/profile/tax-profile.entity.js';
import { ClientLevel } from '../dashboard/messages/client-level.entity.js';
import { MessageChoice } from '../dashboard/messages/message-choice.entity.js';
import { MessageEvent } from '../dashboard/messages/message-event.entity.js';
import { Message } from '../dashboard/messages/message.entity.js';

/** Entities of the core and of the platform below it. The core starts with these alone. */
export const CORE_ENTITIES = [
  AuditEntry,
  Client,
  ApiToken,
  TokenUse,
  Plan,
  Subscription,
  Product,
  PlanPrice,
  PriceList,
  PriceListPrice,
  ScheduledPrice,
  Photo,
  StockLevel,
  StockMovement,
  Order,
  OrderItem,
  OrderStatusChange,
  Shipment,
  ShipmentItem,
  ShipmentEvent,
  ShipmentProgress,
  OrderLoss,
  DeliveryZone,
  IdempotencyKey,
  OrderArchive,
  ArchivedOrder,
];

export const ENTITIES = [
  ...CORE_ENTITIES,
  ClientLevel,
  Message,
  MessageChoice,
  MessageEvent,
  Note,
  OrderAssignment,
  RecentRequest,
  Brand,
  RequestFailure,
  CatalogImport,
  CatalogImportPart,
  Supplier,
  ProductCost,
  OrderReturn,
  OrderReturnItem,
  HsnRate,
  AllowedTaxRates,
  Courier,
  PackingRules,
  SalesVouchers,
  ReturnPlace,
  ShipmentImport,
  OrderSearchQueue,
  OrderSearchWords,
  CreditItem,
  LedgerAccount,
  LedgerJournal,
  LedgerPosting,
  IdempotentRequest,
  Receipt,
  Approval,
  ApprovalLimit,
  CountedEntry,
  MethodAlias,
  AutoPaySettings,
  BankTransfer,
  BankAccount,
  OtherAccount,
  StatementImport,
  WaitingStatement,
  DocumentHold,
  StatementLine,
  KnownPayer,
  StoredIntent,
  PaymentIntentOrder,
  StoredPayment,
  GatewayRefund,
  GatewayNotice,
  DayCheck,
  StoredDispute,
  StoredSettlement,
  ClosedMonth,
  LedgerName,
  User,
  Member,
  OperatorRoleGrant,
  RecoveryCode,
  Session,
  Device,
  Passkey,
  PasskeyChallenge,
  OperatorToken,
  FirstRun,
  SavedView,
  Lockout,
  Invitation,
  PasswordReset,
  QueuedMail,
  TaxProfile,
  DocumentSeries,
  TaxDocument,
  DocumentEvent,
  UninvoicedShipment,
  GstFiling,
  EInvoiceQueueItem,
  JobRun,
  CourierAccount,
  BoxPreset,
  BookingRules,
  CourierBooking,
  CourierAwb,
  PooledWaybill,
  CourierPush,
  CourierCode,
  DeliveryFailure,
  DeliveryFinding,
  CourierPickup,
  CourierCall,
  SandboxShipment,
];
