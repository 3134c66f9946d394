/** What was paid for an order, or came for it and was credited to the wallet; in minor units. */
export interface OrderPayment {
  /** null: paid from the wallet. */
  receiptId: number | null;
  method: string;
  reference: string | null;
  amountMinor: number;
  outcome: 'applied' | 'credited';
  createdAt: Date;
}

/** Money of an order that went back to the wallet; in minor units. */
export interface OrderRefund {
  amountMinor: number;
  reason: string | null;
  createdAt: Date;
}
