import type { LinkProps } from '@tanstack/react-router';
import { STATUS_SETS } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import type { IconName } from '../shared/icon';
import type { Counts } from './counts';

/** A section of the dashboard. */
export interface Section {
  to: LinkProps['to'];
  label: string;
  icon: IconName;
  /** The permission that is needed to see the section. */
  needs?: string;
  /** Counts the open tasks there. */
  count?: (counts: Counts) => number | undefined;
  /** Finds the tab to open: the first one on which something waits. */
  tab?: (counts: Counts) => string | undefined;
}

export const CLIENT_SECTIONS: readonly Section[] = [
  { to: '/', label: 'Overview', icon: 'overview' },
  {
    to: '/orders',
    label: 'Orders',
    icon: 'orders',
    count: ({ orders }) => orders(STATUS_SETS.awaitingPayment),
  },
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
  {
    to: '/office/shipping',
    label: 'To ship',
    icon: 'truck',
    needs: 'orders:read',
    count: ({ orders }) => orders(STATUS_SETS.shippable),
  },
  {
    to: '/office/deliveries',
    label: 'Deliveries',
    icon: 'delivery',
    needs: 'orders:read',
    count: ({ deliveries }) => deliveries,
    tab: ({ deliveryTabs }) => firstOf({ ...deliveryTabs }, ['failed', 'back', 'claim', 'problem']),
  },
  {
    to: '/office/returns',
    label: 'Returns',
    icon: 'returns',
    needs: 'orders:read',
    count: ({ returns }) => returns,
  },
  { to: '/office/catalog', label: 'Catalog', icon: 'catalog', needs: 'catalog:read' },
  { to: '/office/clients', label: 'Clients', icon: 'company', needs: 'clients:read' },
  {
    to: '/office/money',
    label: 'Money',
    icon: 'wallet',
    needs: 'money:read',
    count: ({ money }) => money,
    tab: ({ moneyTabs }) => firstOf({ ...moneyTabs }, ['transfers', 'bank', 'approvals']),
  },
  { to: '/office/invoices', label: 'Invoices', icon: 'docs', needs: 'documents:read' },
  { to: '/office/prices', label: 'Prices', icon: 'prices', needs: 'plans:read' },
  { to: '/office/stock', label: 'Stock', icon: 'stock', needs: 'stock:read' },
  { to: '/office/audit', label: 'Audit log', icon: 'audit', needs: 'audit:read' },
  { to: '/office/people', label: 'People', icon: 'people', needs: 'users:read' },
  { to: '/office/settings', label: 'Settings', icon: 'settings' },
];

/** Finds the first tab with a number; undefined for the first one of all, which has no name in addresses. */
function firstOf(
  counts: Record<string, number | null>,
  [first, ...others]: string[],
): string | undefined {
  if ((counts[first!] ?? 0) > 0) return undefined;
  return others.find((tab) => (counts[tab] ?? 0) > 0);
}
