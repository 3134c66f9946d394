import type { CheckoutDto } from '../api/generated/dashboard-types';
import { HOUSE } from '../frame/brand/house';

/** One kind of payment gateway, in the browser. */
interface BrowserGateway {
  /** The gateway's name, as pages show it. */
  name: string;
  /** False: a demonstration; every page says so. */
  movesMoney: boolean;
  /** Opens the checkout above the page; its script is loaded already. */
  open: (checkout: CheckoutDto, events: CheckoutEvents) => void;
}

interface CheckoutEvents {
  /** Called after a payment with the fields for the service, under the gateway's names. */
  onReturn: (fields: Record<string, string>) => void;
  onDismiss: () => void;
}

/** Functions that the gateways' scripts add to the window. */
interface Scripts {
  Razorpay: new (options: {
    key: string;
    order_id: string;
    amount: number;
    currency: string;
    name: string;
    handler: CheckoutEvents['onReturn'];
    modal: { ondismiss: () => void };
  }) => { open: () => void };
  openSandboxCheckout: (checkout: CheckoutEvents & { orderId: string }) => void;
}

const scripts = (): Scripts => window as unknown as Scripts;

export const GATEWAYS: Readonly<Record<CheckoutDto['gateway']['kind'], BrowserGateway>> = {
  razorpay: {
    name: 'Razorpay',
    movesMoney: true,
    open: ({ gateway, currency }, { onReturn, onDismiss }) => {
      const { Razorpay } = scripts();
      new Razorpay({
        key: gateway.key_id,
        order_id: gateway.order_id,
        amount: gateway.amount_minor,
        currency,
        name: HOUSE.name,
        handler: onReturn,
        modal: { ondismiss: onDismiss },
      }).open();
    },
  },
  sandbox: {
    name: 'Sandbox',
    movesMoney: false,
    open: ({ gateway }, events) =>
      scripts().openSandboxCheckout({ orderId: gateway.order_id, ...events }),
  },
};

/** The service's gateway, whose kind the service writes into the page; null: no gateway. */
export const CURRENT_GATEWAY = ((): BrowserGateway | null => {
  const kind = document.querySelector<HTMLMetaElement>('meta[name=gateway]')?.content ?? 'none';
  return Object.hasOwn(GATEWAYS, kind) ? GATEWAYS[kind as keyof typeof GATEWAYS] : null;
})();
