import type {
  MemberPermission,
  OperatorPermission,
} from '../../platform/http/access/permissions.js';
import type { SignedInUser } from '../../identity/signed-in-user.js';
import type { LastChanges } from '../../platform/live-cache/last-changes.js';

interface Kind {
  /** Kinds of logged changes. Rows of those that members may read have the id of their client. */
  logged: readonly string[];
  operators: OperatorPermission;
  /** null: members never hear of it. */
  members: MemberPermission | null;
}

const KINDS = {
  orders: {
    logged: ['orders', 'order_work'],
    operators: 'orders:read',
    members: 'own-orders:read',
  },
  money: { logged: ['money'], operators: 'money:read', members: 'own-wallet:read' },
  stock: { logged: ['stock'], operators: 'stock:read', members: null },
} as const satisfies Record<string, Kind>;

/** A kind of rows that pages follow. */
export type LiveKind = keyof typeof KINDS;

/** Lists what changed after a position, of the kinds that a person may read. */
export function changedFor(
  { permissions, client }: Pick<SignedInUser, 'permissions' | 'client'>,
  changes: LastChanges,
  since: number,
): LiveKind[] {
  return (Object.keys(KINDS) as LiveKind[]).filter((name) => {
    const { logged, operators, members }: Kind = KINDS[name];
    if (client === null) {
      return permissions.has(operators) && changes.since(logged, since, -1).next().done !== true;
    }
    if (members === null || !permissions.has(members)) return false;
    return logged.some((kind) => changes.hasChanged(kind, client.id, since));
  });
}
