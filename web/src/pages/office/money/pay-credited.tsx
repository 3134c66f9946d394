import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { STATUS_SETS } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import { LIMITS } from '../../../../../src/platform/config/limits.ts';
import { listOrdersOptions } from '../../../api/generated/admin';
import { formatMoney, plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { walletPreviewOptions } from '../orders/pay-from-wallets';

const CLIENTS_NAMED = 3;
/** The oldest orders of each client. */
const ORDERS_EACH = 50;
const STATUS = STATUS_SETS.awaitingPayment.join(',');

/** A client whose wallet got the money of a line. */
export interface Credited {
  client_id: number | null;
  client_name: string | null;
}

/** Offers to pay the unpaid orders of clients whose wallets got money, and can pay them now. */
export function PayCredited({ clients }: { clients: readonly Credited[] }) {
  const names = new Map(clients.map(({ client_id: id, client_name: name }) => [id, name]));
  const orders = useQueries({
    queries: [...names.keys()].flatMap((id) =>
      id == null
        ? []
        : listOrdersOptions({ query: { status: STATUS, client_id: id, limit: ORDERS_EACH } }),
    ),
    combine: (lists) => lists.flatMap(({ data }) => data?.data ?? []),
  });
  const numbers = orders.map((order) => order.order_number).slice(0, LIMITS.ordersPreviewed);
  const preview = useQuery({ ...walletPreviewOptions(numbers), enabled: numbers.length > 0 });
  const payable = (preview.data?.data ?? []).filter((client) => client.paid_count > 0);
  if (payable.length === 0) return null;
  const others = payable.length - CLIENTS_NAMED;
  return (
    <div role="status">
      <Notice tone="waiting" title="Wallets can pay orders now.">
        {payable.slice(0, CLIENTS_NAMED).map(({ client_id: id, paid_count: count, paid }) => (
          <p key={id}>
            <Link to="/office/orders" search={{ client: String(id), status: STATUS }}>
              {`Pay ${plural(count, 'order')} of ${names.get(id) ?? ''} from the wallet · ${formatMoney(paid)}`}
            </Link>
          </p>
        ))}
        {others > 0 && (
          <p>
            <Link to="/office/orders" search={{ status: STATUS }}>
              {`and ${plural(others, 'more client')}`}
            </Link>
          </p>
        )}
      </Notice>
    </div>
  );
}
