import { Link } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';
import { useClientName } from './filter/client-name';

/** Links to a client's page by its name, or renders the name for people without access. */
export function ClientLink({ id, name }: { id: number; name: string }) {
  return useMay('clients:read') ? (
    <Link to="/office/clients/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  ) : (
    name
  );
}

/**
 * Links to a client's page by its name, in lists that have only the client's id. Without `clients:read`, renders the plain text
 * `Client 17`.
 */
export function ClientLinkById({ id }: { id: number }) {
  return <ClientLink id={id} name={useClientName(String(id))} />;
}
