/** Returns the payment gateway of the service, which writes it into the page. */
export const GATEWAY_KIND = ((): 'sandbox' | 'razorpay' | 'none' => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=gateway]');
  const kind = meta?.content;
  return kind === 'sandbox' || kind === 'razorpay' ? kind : 'none';
})();

/**
 * Opens or leaves a page that may load the gateway's checkout, by a full page load: the security policy belongs to a
 * page.
 */
export function loadPage(path: string): void {
  window.location.assign(path);
}

interface CheckoutOptions {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  handler: (given: GatewayReturn) => void;
  modal: { ondismiss: () => void };
}

/** Result of the gateway's checkout after a payment. */
export interface GatewayReturn {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

type Checkout = new (options: CheckoutOptions) => { open: () => void };

/** Opens the gateway's checkout over the page. Its script has to be loaded. */
export function openGatewayCheckout(options: CheckoutOptions): void {
  const { Razorpay } = window as unknown as { Razorpay: Checkout };
  new Razorpay(options).open();
}

/** Loads the script of the gateway's checkout. */
export async function loadGatewayScript(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The checkout could not be loaded.')));
    document.head.append(script);
  });
}
