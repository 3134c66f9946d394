import type { CourierDescription } from '../courier-description.js';
import { ShiprocketGateway } from './shiprocket-gateway.js';
import { isTestPush } from './shiprocket-tracking.js';

export const shiprocket: CourierDescription = {
  label: 'Shiprocket',
  keys: [
    { name: 'email', label: 'Email of the API user' },
    { name: 'password', label: 'Password of the API user' },
  ],
  isSandbox: false,
  labelIsDrawn: false,
  trackingUrl: 'https://shiprocket.co/tracking/{tracking_number}',
  isTestPush,
  open: (account) => new ShiprocketGateway(account),
};
