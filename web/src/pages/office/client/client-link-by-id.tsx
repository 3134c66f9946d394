import { useQuery } from '@tanstack/react-query';
import { getClientOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { ClientLink } from './client-link';

/** Names change rarely, and a page of a list has few clients. */
const FRESH_MS = 5 * 60_000;

/**
 * Links to a client's page by its name, in lists that have only the client's id. Without `clients:read`, renders the plain text
 * `Client 17`.
 */
export function ClientLinkById({ id }: { id: number }) {
  const mayRead = useMay('clients:read');
  const client = useQuery({
    ...getClientOptions({ path: { id } }),
    enabled: mayRead,
    staleTime: FRESH_MS,
  });
  return <ClientLink id={id} name={client.data?.data.name} />;
}
