import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getOrderOptions } from '../../api/generated/admin';
import type { InvoiceGaps } from '../../api/problem';
import { useMay } from '../../frame/session';

/**
 * Links to the tax data of a client that the invoice of an order lacks, or tells people without access whom to ask. Opens a new
 * tab, which leads back to the order: the form that was refused stays as it is, to be sent again.
 */
export function TaxDataLink({ clientId, order }: { clientId: number; order: string }) {
  if (!useMay('clients:read')) return 'Ask support or an owner to enter the client’s tax data.';
  return (
    <Link
      to="/office/clients/$id"
      params={{ id: String(clientId) }}
      search={{ tab: 'subscription', order }}
      target="_blank"
    >
      Enter the client’s tax data
    </Link>
  );
}

/** Renders links to all that the invoice of an order lacks, each as {@link TaxDataLink}. */
export function InvoiceRepairs({ order, skus, ofClient }: InvoiceGaps) {
  const mayChange = useMay('catalog:write');
  return (
    <>
      {mayChange
        ? skus.map((sku) => (
            <p key={sku}>
              <Link to="/office/catalog/$sku" params={{ sku }} search={{ order }} target="_blank">
                Complete {sku}
              </Link>
            </p>
          ))
        : skus.length > 0 && <p>Ask the catalog team or an owner to complete the product.</p>}
      {ofClient && (
        <p>
          <TaxDataLinkOf order={order} />
        </p>
      )}
    </>
  );
}

function TaxDataLinkOf({ order }: { order: string }) {
  const query = useQuery(getOrderOptions({ path: { order_number: order } }));
  return (
    query.data !== undefined && <TaxDataLink clientId={query.data.data.client_id} order={order} />
  );
}

/** Links back to the shipment of the order that led to a page; undefined: none did. */
export function backToOrder(order: string | undefined): ReactNode {
  return order === undefined ? undefined : (
    <Link to="/office/orders/$number" params={{ number: order }} search={{ dialog: 'ship' }}>
      Back to {order}
    </Link>
  );
}
