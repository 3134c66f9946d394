import type { CheckoutDto } from '../../api/generated/dashboard-types';

/** One kind of payment gateway, in the browser. */
export interface BrowserGateway {
  /** The gateway's name, as pages show it. */
  name: string;
  /** False: a demonstration; every page says so. */
  movesMoney: boolean;
  /** Opens the checkout above the page; its script is loaded already. */
  open: (checkout: CheckoutDto, events: CheckoutEvents) => void;
}

export interface CheckoutEvents {
  /** Called after a payment with the fields for the service, under the gateway's names. */
  onReturn: (fields: Record<string, string>) => void;
  onDismiss: () => void;
}
