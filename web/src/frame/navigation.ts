import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../shared/icon';

/** A section of the dashboard. */
export interface Section {
  to: LinkProps['to'];
  label: string;
  icon: IconName;
  /** The permission that is needed to see the section. */
  needs?: string;
}

export const CLIENT_SECTIONS: readonly Section[] = [
  { to: '/', label: 'Overview', icon: 'overview' },
  { to: '/orders', label: 'Orders', icon: 'orders' },
  { to: '/wallet', label: 'Wallet', icon: 'wallet' },
  { to: '/invoices', label: 'Invoices', icon: 'docs', needs: 'own-documents:read' },
  { to: '/api-access', label: 'API access', icon: 'key' },
  { to: '/prices', label: 'Plan and prices', icon: 'prices' },
  { to: '/company', label: 'Company', icon: 'company' },
  { to: '/security', label: 'Security', icon: 'shield', needs: 'own-security:read' },
];

export const OPERATOR_SECTIONS: readonly Section[] = [
  { to: '/office', label: 'Today', icon: 'overview' },
  { to: '/office/orders', label: 'Orders', icon: 'orders', needs: 'orders:read' },
  { to: '/office/shipping', label: 'To ship', icon: 'truck', needs: 'orders:read' },
  { to: '/office/returns', label: 'Returns', icon: 'returns', needs: 'orders:read' },
  { to: '/office/catalog', label: 'Catalog', icon: 'catalog', needs: 'catalog:read' },
  { to: '/office/clients', label: 'Clients', icon: 'clients', needs: 'clients:read' },
  { to: '/office/money', label: 'Money', icon: 'wallet', needs: 'money:read' },
  { to: '/office/invoices', label: 'Invoices', icon: 'docs', needs: 'documents:read' },
  { to: '/office/prices', label: 'Prices', icon: 'prices', needs: 'plans:read' },
  { to: '/office/stock', label: 'Stock', icon: 'stock', needs: 'stock:read' },
  { to: '/office/audit', label: 'Audit log', icon: 'audit', needs: 'audit:read' },
  { to: '/office/people', label: 'People', icon: 'company', needs: 'users:read' },
  { to: '/office/settings', label: 'Settings', icon: 'settings' },
];
