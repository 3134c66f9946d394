import type { GatewayDescription } from '../payment-gateway.js';
import { RazorpayGateway } from './razorpay-gateway.js';

const VARIABLES = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;

export const razorpay: GatewayDescription<(typeof VARIABLES)[number]> = {
  variables: VARIABLES,
  noticeSecret: 'RAZORPAY_WEBHOOK_SECRET',
  open: (keys) =>
    new RazorpayGateway({
      keyId: keys.RAZORPAY_KEY_ID,
      keySecret: keys.RAZORPAY_KEY_SECRET,
      webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET,
    }),
};
