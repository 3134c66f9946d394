/** The form of a UPI address: a name at a bank or an app. */
export const UPI_ADDRESS = /^[A-Za-z0-9._-]{2,190}@[A-Za-z][A-Za-z0-9]{1,63}$/;

/** Currency in which UPI pays. */
export const UPI_CURRENCY = 'INR';

/** What a payment by UPI is for. */
export interface UpiPayment {
  /** The UPI address that gets the money. */
  address: string;
  payee: string;
  /** In major units. */
  amount: number;
  /** The client's payment reference, which names it in the bank's statement. */
  reference: string;
  orders: readonly string[];
}

/**
 * Writes the link that opens an app for UPI, and is what a QR code holds. The remark has the payment reference, and the order if
 * it is only one: banks cut longer remarks.
 */
export function upiLink({ address, payee, amount, reference, orders }: UpiPayment): string {
  const remark = [reference, ...(orders.length === 1 ? orders : [])].join(' ');
  const fields = { pn: payee, am: amount.toFixed(2), cu: UPI_CURRENCY, tn: remark };
  // Apps do not read a plus as a space, nor each an encoded @.
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `upi://pay?pa=${address}&${query.join('&')}`;
}
