const METHODS: Record<string, string> = {
  wallet: 'Wallet',
  credit: 'On account',
  gateway: 'Online',
  bank: 'Bank transfer',
  bank_transfer: 'Bank transfer',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
  cash: 'Cash',
  cheque: 'Cheque',
  card: 'Card',
  other: 'Other',
};

/** Finds the name of a payment method; further words stay as they are. */
export function paymentMethod(method: string): string {
  return METHODS[method] ?? method.replaceAll('_', ' ');
}
