import type { CourierDescription } from '../courier-description.js';
import { DelhiveryGateway } from './delhivery-gateway.js';

export const delhivery: CourierDescription = {
  label: 'Delhivery',
  keys: [
    { name: 'token', label: 'API token' },
    { name: 'client_name', label: 'Client name, as Delhivery One shows it' },
  ],
  isSandbox: false,
  labelIsDrawn: true,
  trackingUrl: 'https://www.delhivery.com/track/package/{tracking_number}',
  open: (account) => new DelhiveryGateway(account),
};
