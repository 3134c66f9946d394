import { ClientLink } from './client-link';
import { useClientName } from './filter/client-name';

/**
 * Links to a client's page by its name, in lists that have only the client's id. Without `clients:read`, renders the plain text
 * `Client 17`.
 */
export function ClientLinkById({ id }: { id: number }) {
  return <ClientLink id={id} name={useClientName(String(id))} />;
}
