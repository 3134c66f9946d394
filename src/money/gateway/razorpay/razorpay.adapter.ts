import type { GatewayAdapter } from '../adapters/gateway-adapter.js';
import { RazorpayGateway } from './razorpay-gateway.js';

export const RAZORPAY: GatewayAdapter<'razorpay'> = {
  open: (keys) => new RazorpayGateway(keys),
  pageSources: {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    connections: ['https://*.razorpay.com'],
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  },
  modules: [],
};
