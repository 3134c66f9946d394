import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { Status } from '../../../../shared/status';
import { useColleagues } from '../../people/person';

type Kind = ApprovalDto['kind'];

const OF_OWNERS_ONLY: ReadonlySet<Kind> = new Set([
  ...(['approval_limits', 'operator_roles', 'bank_account', 'bank_opening'] as const),
]);

/** Writes the people who may decide about a kind. */
export function approversOf(kind: Kind): string {
  return OF_OWNERS_ONLY.has(kind) ? 'another owner' : 'another person of finance or an owner';
}

/** Returns true if a person of a client is proposed, about whom an owner of the client decides. */
export function isAccess(kind: Kind): boolean {
  return kind === 'client_member' || kind === 'client_owner';
}

/** Renders the people who are asked to decide: by name for people who may see their colleagues. */
export function Asked({ approval: { kind, proposed_by: proposer } }: { approval: ApprovalDto }) {
  const colleagues = useColleagues();
  if (isAccess(kind)) return 'An owner of the client; after 72 hours a colleague';
  if (colleagues === undefined) return approversOf(kind);
  const roles = OF_OWNERS_ONLY.has(kind) ? ['owner'] : ['owner', 'finance'];
  const asked = colleagues.filter(
    (each) =>
      each.roles.some((role) => roles.includes(role)) && !proposer.startsWith(`user ${each.id} `),
  );
  if (asked.length === 0) {
    return <Status tone="bad">No one else may: invite a colleague, or change the limits</Status>;
  }
  return asked.map(({ name }) => name).join(' or ');
}
