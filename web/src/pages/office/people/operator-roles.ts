import type { InviteOperatorDto } from '../../../api/generated/admin-types';

export type OperatorRole = InviteOperatorDto['roles'][number];

/** The roles of operators, with their permissions in words. */
export const OPERATOR_ROLES: readonly { role: OperatorRole; label: string; description: string }[] =
  [
    { role: 'owner', label: 'Owner', description: 'Everything, including people and their roles' },
    { role: 'catalog', label: 'Catalog', description: 'Products, prices, plans and stock' },
    { role: 'warehouse', label: 'Warehouse', description: 'Ships orders; sees no prices' },
    { role: 'finance', label: 'Finance', description: 'Receipts, wallets and refunds' },
    { role: 'support', label: 'Support', description: 'Clients, tokens and cancellations' },
  ];

/** Writes roles as a text, such as "Catalog, Warehouse". */
export function roleLabels(roles: readonly string[]): string {
  return OPERATOR_ROLES.filter(({ role }) => roles.includes(role))
    .map(({ label }) => label)
    .join(', ');
}
