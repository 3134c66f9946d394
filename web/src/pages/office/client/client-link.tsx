import { Link } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';

/** Leads to a client's page by its name, where the list has it; a text for people who may not open it. */
export function ClientLink({ id, name = `Client ${id}` }: { id: number; name?: string }) {
  return useMay('clients:read') ? (
    <Link to="/office/clients/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  ) : (
    name
  );
}
