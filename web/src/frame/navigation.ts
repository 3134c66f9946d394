import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../shared/icon';

/** A section of the dashboard. */
export interface Section {
  to: LinkProps['to'];
  label: string;
  icon: IconName;
}

export const CLIENT_SECTIONS: readonly Section[] = [
  { to: '/', label: 'Overview', icon: 'overview' },
];

export const OPERATOR_SECTIONS: readonly Section[] = [
  { to: '/office', label: 'Today', icon: 'overview' },
  { to: '/office/orders', label: 'Orders', icon: 'orders' },
  { to: '/office/clients', label: 'Clients', icon: 'clients' },
];
