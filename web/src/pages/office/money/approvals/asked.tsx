import { Link } from '@tanstack/react-router';
import { personIdOf } from '../../../../../../src/platform/audit/actor.ts';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { useSession } from '../../../../frame/session';
import { plural } from '../../../../shared/format';
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
function useDeciders(kind: Kind, proposerId: number | null): readonly string[] | undefined {
  const roles = OF_OWNERS_ONLY.has(kind) ? ['owner'] : ['owner', 'finance'];
  return useColleagues()
    ?.filter((each) => each.id !== proposerId && each.roles.some((role) => roles.includes(role)))
    .map(({ name }) => name);
}

/** Returns true if no colleague may decide what the person who uses the page records. */
export function useDecidesAlone(kind: Kind): boolean {
  const { user } = useSession();
  return useDeciders(kind, user.id)?.length === 0;
}

/** Says that no one else may decide, and what to do. */
export function NoOneElse() {
  return (
    <>
      Only you may decide: <Link to="/office/people">invite a colleague</Link>, or{' '}
      <Link to="/office/settings">change the limits</Link>.
    </>
  );
}

/** How many colleagues are named; the others are counted. */
const NAMED = 2;

/** Renders the people who are asked to decide: by name for people who may see their colleagues. */
export function Asked({ approval: { kind, proposed_by: proposer } }: { approval: ApprovalDto }) {
  const deciders = useDeciders(kind, personIdOf(proposer));
  if (isAccess(kind)) return 'An owner of the client; after 72 hours a colleague';
  if (deciders === undefined) return approversOf(kind);
  if (deciders.length === 0) return <NoOneElse />;
  const others = deciders.length - NAMED;
  const named = deciders.slice(0, NAMED).join(' or ');
  return others > 0 ? `${named} or ${plural(others, 'other')}` : named;
}
