import { useQuery } from '@tanstack/react-query';
import type { PersonDto } from '../../../api/generated/admin-types';
import { listOperatorsOptions } from '../../../api/generated/admin';
import { personText } from '../../../../../src/platform/audit/audit-words.ts';
import { personOf } from '../../../../../src/platform/audit/actor.ts';
import { useMay, useSession } from '../../../frame/session';
import { ClientLinkById } from '../client/client-link';

const PEOPLE_MAX = 500;
const FRESH_MS = 5 * 60_000;

/** Reads the colleagues; undefined for people who may not see them. */
export function useColleagues(): readonly PersonDto[] | undefined {
  const people = useQuery({
    ...listOperatorsOptions({ query: { limit: PEOPLE_MAX } }),
    enabled: useMay('users:read'),
    staleTime: FRESH_MS,
  });
  return people.data?.data;
}

/** Reads the names of operators by `user 5`; only one's own name for people who may not see colleagues. */
export function usePeopleNames(): ReadonlyMap<string, string> {
  const { user } = useSession();
  const known = useColleagues() ?? [user];
  return new Map(known.map(({ id, name }) => [`user ${id}`, name]));
}

interface PersonProps {
  /** null: none has acted yet. */
  actor: string | null;
  /** The name of the person, where an answer has it; null: the actor is no person. */
  name?: string | null;
}

/** Renders the person, client or job that acted. */
export function Person({ actor, name = null }: PersonProps) {
  const known = usePeopleNames();
  if (actor === null) return '–';
  const [, client] = /^client (\d+)$/.exec(actor) ?? [];
  if (client !== undefined) return <ClientLinkById id={Number(client)} />;
  return personText(actor, name === null ? known : new Map([[personOf(actor), name]]));
}
