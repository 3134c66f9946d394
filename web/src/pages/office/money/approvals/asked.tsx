import { Link } from '@tanstack/react-router';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { useSession } from '../../../../frame/session';
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

/** Lists the colleagues who may decide what a person proposes; undefined for people who may not see them. */
function useDeciders(kind: Kind, proposer: string): readonly string[] | undefined {
  const roles = OF_OWNERS_ONLY.has(kind) ? ['owner'] : ['owner', 'finance'];
  return useColleagues()
    ?.filter(
      (each) =>
        each.roles.some((role) => roles.includes(role)) && !proposer.startsWith(`user ${each.id} `),
    )
    .map(({ name }) => name);
}

/** Returns true if no colleague may decide what the person who uses the page records. */
export function useDecidesAlone(kind: Kind): boolean {
  const { user } = useSession();
  return useDeciders(kind, `user ${user.id} `)?.length === 0;
}

/** Says that no one else may decide, and what to do. */
export function NoOneElse() {
  return (
    <>
      You are the only one who may decide: <Link to="/office/people">invite a colleague</Link>, or{' '}
      <Link to="/office/settings">change the limits</Link>.
    </>
  );
}

/** Renders the people who are asked to decide: by name for people who may see their colleagues. */
export function Asked({ approval: { kind, proposed_by: proposer } }: { approval: ApprovalDto }) {
  const deciders = useDeciders(kind, proposer);
  if (isAccess(kind)) return 'An owner of the client; after 72 hours a colleague';
  if (deciders === undefined) return approversOf(kind);
  return deciders.length === 0 ? <NoOneElse /> : deciders.join(' or ');
}
