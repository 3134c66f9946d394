import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getOrderOptions } from '../../api/generated/admin';
import { useMay } from '../../frame/session';

/**
 * Links to the tax data of a client that an invoice lacks, or tells people without access whom to ask. Opens a new tab: the
 * form that was refused stays as it is, to be sent again.
 */
export function TaxDataLink({ clientId }: { clientId: number }) {
  if (!useMay('clients:read')) return 'Ask support or an owner to enter the client’s tax data.';
  return (
    <Link
      to="/office/clients/$id"
      params={{ id: String(clientId) }}
      search={{ tab: 'subscription' }}
      target="_blank"
    >
      Enter the client’s tax data
    </Link>
  );
}

/** Renders the {@link TaxDataLink} of an order's client. */
export function TaxDataLinkOf({ order }: { order: string }) {
  const query = useQuery(getOrderOptions({ path: { order_number: order } }));
  return query.data !== undefined && <TaxDataLink clientId={query.data.data.client_id} />;
}
