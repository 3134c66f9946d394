import type { LiveKind } from '../../../src/dashboard/live/live-kinds.ts';

/** What may have changed. */
export interface Change {
  kinds: readonly LiveKind[];
  /** Only data that was read earlier may be outdated, in ms since 1970; null: any. */
  before: number | null;
}

const ORDERS: readonly LiveKind[] = ['orders'];
const MONEY: readonly LiveKind[] = ['money'];
const STOCK: readonly LiveKind[] = ['stock'];
const PAID_ORDERS: readonly LiveKind[] = ['orders', 'money'];

/** The kinds that calls read. A call that is not here reads what rarely changes, or what a person edits. */
const KINDS: Partial<Record<string, readonly LiveKind[]>> = {
  getOfficeCounts: PAID_ORDERS,
  getOfficeOverview: ['orders', 'money', 'stock'],
  getOverview: PAID_ORDERS,
  getOwnCounts: ORDERS,
  ...{ getOrder: PAID_ORDERS, listOrders: ORDERS, listOrdersToPick: ORDERS },
  ...{ getOwnOrder: PAID_ORDERS, listOwnOrders: ORDERS },
  ...{ countDeliveries: ORDERS, listDeliveries: ORDERS, listDeliveryFailures: ORDERS },
  ...{ listDeliveryFindings: ORDERS, getShipmentEvents: ORDERS, listOrderLosses: ORDERS },
  ...{ listBookings: ORDERS, getBooking: ORDERS, listMissingWayBills: ORDERS },
  ...{ listUninvoicedShipments: ORDERS, listDocuments: ORDERS, listOwnDocuments: ORDERS },
  ...{ listTransfers: MONEY, listOwnTransfers: MONEY, listApprovals: MONEY, listReceipts: MONEY },
  ...{ listWalletEntries: PAID_ORDERS, listOwnWalletEntries: PAID_ORDERS },
  ...{ getOwnWallet: PAID_ORDERS, listOpenItems: PAID_ORDERS, listOwnOpenItems: PAID_ORDERS },
  ...{ listGatewayPayments: MONEY, listGatewayRefunds: MONEY, listAdjustments: MONEY },
  ...{ listStockLevels: STOCK, listStockMovements: STOCK, listStockOverview: STOCK },
};

/** Finds the kinds that a call reads. */
export function kindsOf(call: unknown): readonly LiveKind[] {
  return KINDS[String(call)] ?? [];
}
