import { useQuery } from '@tanstack/react-query';
import { getClientOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import type { Chip } from '../../../../shared/lists/toolbar/list-bar';

/** Names change rarely, and a page of a list has few clients. */
const FRESH_MS = 5 * 60_000;

/** Reads the name of a client; `Client 17` while it loads, and for people who may not see clients. */
export function useClientName(client: string | undefined): string {
  const mayRead = useMay('clients:read');
  const found = useQuery({
    ...getClientOptions({ path: { id: Number(client) } }),
    enabled: mayRead && client !== undefined,
    staleTime: FRESH_MS,
  });
  return found.data?.data.name ?? `Client ${client}`;
}

/** Describes the client that a list is limited to, in words. */
export function useClientChip(client: string | undefined): Chip[] {
  const label = useClientName(client);
  return client === undefined ? [] : [{ parameter: 'client', label }];
}
