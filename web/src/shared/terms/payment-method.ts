const METHODS: Record<string, string> = {
  wallet: 'Wallet',
  gateway: 'Online',
  bank: 'Bank transfer',
  bank_transfer: 'Bank transfer',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
  cash: 'Cash',
};

/** How a payment was made, in words; methods that operators named themselves stay as they are. */
export function paymentMethod(method: string): string {
  return METHODS[method] ?? method.replaceAll('_', ' ');
}
