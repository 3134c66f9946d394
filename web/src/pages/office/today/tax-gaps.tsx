import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getTaxGapsOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { formatDay, plural, shopToday } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';

/** Renders the products and clients that cannot be invoiced, with links to them; nothing if all can. */
export function TaxGaps() {
  const gaps = useQuery(getTaxGapsOptions()).data?.data;
  const seesProducts = useMay('catalog:read');
  const seesClients = useMay('clients:read');
  if (gaps === undefined || gaps.effective_from === null) return null;
  const { products, clients, effective_from: day } = gaps;
  if (products + clients === 0) return null;
  const isLater = day > shopToday();
  return (
    <Notice
      tone={isLater ? 'moving' : 'waiting'}
      title={isLater ? `Invoices begin on ${formatDay(day)}` : 'Not everything can be invoiced'}
    >
      {products > 0 && (
        <p>
          {`${plural(products, 'product has', 'products have')} no HSN or no valid GST rate. `}
          {seesProducts && (
            <Link to="/office/catalog" search={{ tax: 'missing', active: 'true' }}>
              Show products
            </Link>
          )}
        </p>
      )}
      {clients > 0 && (
        <p>
          {`${plural(clients, 'client has', 'clients have')} no billing address. `}
          {seesClients && (
            <Link to="/office/clients" search={{ billing: 'missing' }}>
              Show clients
            </Link>
          )}
        </p>
      )}
    </Notice>
  );
}
