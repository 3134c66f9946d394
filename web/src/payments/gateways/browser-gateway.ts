import type { CheckoutDto } from '../../api/generated/dashboard/dashboard-api.schemas';

/** One kind of payment gateway, in the browser. */
export interface BrowserGateway {
  /** Its name for people. */
  name: string;
  /** False: a demonstration, which every page says. */
  movesMoney: boolean;
  /** Opens the checkout above the page; its script is loaded already. */
  open: (checkout: CheckoutDto, events: CheckoutEvents) => void;
}

export interface CheckoutEvents {
  /** Called after a payment with the fields for the service, under the gateway's names. */
  onReturn: (fields: Record<string, string>) => void;
  onDismiss: () => void;
}
