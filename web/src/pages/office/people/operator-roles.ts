import type { InviteOperatorDto } from '../../../api/generated/admin/admin-api.schemas';

export type OperatorRole = InviteOperatorDto['roles'][number];

/** The roles of operators, with what each may do. */
export const OPERATOR_ROLES: readonly { role: OperatorRole; label: string; description: string }[] =
  [
    { role: 'owner', label: 'Owner', description: 'Everything, also people and their roles' },
    { role: 'catalog', label: 'Catalog', description: 'Products, prices, plans and stock' },
    { role: 'warehouse', label: 'Warehouse', description: 'Ships orders; sees no prices' },
    { role: 'finance', label: 'Finance', description: 'Receipts, wallets and refunds' },
    { role: 'support', label: 'Support', description: 'Clients, tokens and canceled orders' },
  ];

/** "Catalog, Warehouse" */
export function roleLabels(roles: readonly string[]): string {
  return OPERATOR_ROLES.filter(({ role }) => roles.includes(role))
    .map(({ label }) => label)
    .join(', ');
}
