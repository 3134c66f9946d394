import type { CourierDescription } from '../courier-description.js';
import { SandboxCourier } from './sandbox-courier.js';

/** The built-in courier, which carries nothing. */
export const sandbox: CourierDescription = {
  label: 'Sandbox courier',
  keys: [{ name: 'token', label: 'Token' }],
  isSandbox: true,
  labelIsDrawn: true,
  trackingUrl: 'https://sandbox.example/{tracking_number}',
  open: (account, dataSource) => new SandboxCourier(account, dataSource),
};
