import { Link } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';

/** Leads to a client's page; a text for people who may not open it. */
export function ClientLink({ id }: { id: number }) {
  const name = `Client ${id}`;
  return useMay('clients:read') ? (
    <Link to="/office/clients/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  ) : (
    name
  );
}
