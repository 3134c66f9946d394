import {
  MEMBER_PERMISSIONS,
  OPERATOR_PERMISSIONS,
  type MemberPermission,
  type OperatorPermission,
} from '../platform/http/access/permissions.js';

/** Kind of a user: works for the wholesaler or for a client. */
export const USER_KINDS = ['operator', 'client'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** Roles of operators. An operator can have several. */
export const OPERATOR_ROLES = ['owner', 'catalog', 'warehouse', 'finance', 'support'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Roles of a client's members. Each member has exactly one. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const NEED_PRICES: ReadonlySet<OperatorPermission> = new Set([
  'audit:read',
  'bank:read',
  'catalog:export',
  'costs:read',
  'costs:write',
  'documents:read',
  'limits:write',
  'money:read',
  'money:write',
  'orders:place',
  'plans:read',
  'plans:write',
]);

/** Returns true if a permission gives access to amounts, so that it is useless without `prices:read`. */
export function needPrices(permission: OperatorPermission): boolean {
  return NEED_PRICES.has(permission);
}

const OF_OPERATORS: Record<OperatorRole, readonly OperatorPermission[]> = {
  owner: OPERATOR_PERMISSIONS,
  catalog: [
    'catalog:export',
    'catalog:read',
    'catalog:write',
    'costs:read',
    'costs:write',
    'plans:read',
    'plans:write',
    'prices:read',
    'stock:read',
    'stock:write',
  ],
  warehouse: [
    'catalog:read',
    'deliveries:act',
    'documents:print',
    'orders:note',
    'orders:read',
    'orders:ship',
    'returns:inspect',
    'stock:read',
    'stock:write',
  ],
  finance: [
    'audit:read',
    'bank:read',
    'catalog:export',
    'catalog:read',
    'clients:note',
    'clients:read',
    'costs:read',
    'documents:print',
    'documents:read',
    'money:read',
    'money:write',
    'orders:cancel',
    'orders:note',
    'orders:read',
    'plans:read',
    'prices:read',
    'tax:write',
  ],
  support: [
    'audit:read',
    'catalog:read',
    'clients:note',
    'clients:read',
    'clients:write',
    'deliveries:act',
    'documents:print',
    'documents:read',
    'failures:read',
    'members:write',
    'money:read',
    'orders:cancel',
    'orders:note',
    'orders:place',
    'orders:read',
    'plans:read',
    'prices:read',
    'stock:read',
    'tokens:read',
    'tokens:write',
  ],
};

const OF_MEMBERS: Record<MemberRole, readonly MemberPermission[]> = {
  owner: MEMBER_PERMISSIONS,
  member: [
    'own-company:read',
    'own-documents:read',
    'own-failures:read',
    'own-orders:read',
    'own-orders:write',
    'own-people:read',
    'own-prices:read',
    'own-tokens:read',
    'own-tokens:write',
    'own-wallet:pay',
    'own-wallet:read',
  ],
};

export function permissionsOfOperator(
  roles: readonly OperatorRole[],
): ReadonlySet<OperatorPermission> {
  return new Set(roles.flatMap((role) => OF_OPERATORS[role]));
}

export function permissionsOfMember(role: MemberRole): ReadonlySet<MemberPermission> {
  return new Set(OF_MEMBERS[role]);
}
