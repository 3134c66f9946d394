import { HOUSE } from '../../frame/brand/house';
import type { BrowserGateway } from './browser-gateway';

interface RazorpayOptions {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  handler: (fields: Record<string, string>) => void;
  modal: { ondismiss: () => void };
}

type RazorpayScript = new (options: RazorpayOptions) => { open: () => void };

export const razorpay: BrowserGateway = {
  name: 'Razorpay',
  movesMoney: true,
  open: ({ gateway, currency }, { onReturn, onDismiss }) => {
    const { Razorpay } = window as unknown as { Razorpay: RazorpayScript };
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
};
