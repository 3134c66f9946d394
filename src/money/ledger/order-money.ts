/** A payment of an order, or money for it that was credited to the wallet; in minor units. */
export interface OrderPayment {
  /** null: paid from the wallet's earlier balance. */
  receiptId: number | null;
  method: string;
  reference: string | null;
  amountMinor: number;
  outcome: 'applied' | 'credited';
  createdAt: Date;
}

/** Money of an order that was returned to the wallet; in minor units. */
export interface OrderRefund {
  amountMinor: number;
  reason: string | null;
  createdAt: Date;
}
