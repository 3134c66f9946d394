import type { LiveKind } from '../../../src/dashboard/live/live-kinds.ts';

/** What may have changed. */
export interface Change {
  kinds: readonly LiveKind[];
  /** Only data that was read earlier may be outdated, in ms since 1970; null: any. */
  before: number | null;
}

/** Says that anything may have changed until now, because changes were not received before. */
export function anything(): Change {
  return { kinds: ['orders', 'money', 'stock'], before: Date.now() };
}

/** The calls that read a kind. A call that is not here reads what rarely changes, or what a person edits. */
const CALLS: Record<LiveKind, string> = {
  orders: `getFirstSteps getOfficeCounts getOfficeOverview getOwnCounts getOverview getOrder listOrders listOrdersToPick getOwnOrder
    listOwnOrders countDeliveries listDeliveries listDeliveryFailures listDeliveryFindings getShipmentEvents listOrderLosses
    listBookings getBooking listCourierAccounts listMissingWayBills listUninvoicedShipments listDocuments listOwnDocuments listWalletEntries
    listOwnWalletEntries getOwnWallet listOpenItems listOwnOpenItems`,
  money: `getOfficeCounts getOfficeOverview getOverview getOrder getOwnOrder listTransfers listOwnTransfers listApprovals
    listReceipts listWalletEntries listOwnWalletEntries getOwnWallet listOpenItems listOwnOpenItems listGatewayPayments
    listGatewayRefunds listAdjustments previewFromWallets`,
  stock: 'getOfficeOverview listStockLevels listStockMovements listStockOverview',
};

/** Returns true if a call reads a kind. */
export function reads(call: unknown, kind: LiveKind): boolean {
  return CALLS[kind].split(/\s+/).includes(String(call));
}
