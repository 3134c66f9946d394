import { Link } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';

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
