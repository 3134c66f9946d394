import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BACKGROUND } from '../../api/background';
import type { CheckoutDto } from '../../api/generated/dashboard-types';
import { getCheckoutOptions } from '../../api/generated/dashboard';
import { EndedCheckout } from '../../payments/ended-checkout';
import { column, type Column } from '../../shared/lists/columns';
import { DataTable } from '../../shared/lists/data-table';
import { formatMoney } from '../../shared/format';
import { Notice } from '../../shared/layout/notice';
import { PageHeader } from '../../shared/layout/page-header';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';
import { OwnOrderLink } from '../../order/order-link';

const route = getRouteApi('/signed-in/client/payments/$id');

/** Interval of asking the service while the outcome is unknown: a payment may arrive after its page was closed. */
const ASK_AGAIN_MS = 1_500;

const COLUMNS: readonly Column<CheckoutDto['orders'][number]>[] = [
  column.cell('Order', ({ order_number }) => <OwnOrderLink number={order_number} />),
  column.cell('Payment', ({ paid }) =>
    paid ? <Status tone="ok">Paid</Status> : <Status tone="waiting">Not paid</Status>,
  ),
  column.money('Total', 'total'),
];

/** Renders the outcome of a payment through the gateway. */
export function PaymentPage() {
  const { id } = route.useParams();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...getCheckoutOptions({ path: { id } }, BACKGROUND),
    refetchInterval: ({ state }) => (state.data?.data.state === 'paid' ? false : ASK_AGAIN_MS),
  });
  const checkout = query.data?.data;
  const isPaid = checkout?.state === 'paid';
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ refetchType: 'none' });
  }, [isPaid, queryClient]);
  return (
    <>
      <PageHeader title="Payment" back={<Link to="/wallet">Wallet</Link>} />
      <Loaded query={query} what="The payment" />
      {checkout !== undefined && (
        <>
          <div role="status">
            <Outcome checkout={checkout} />
          </div>
          {checkout.orders.length > 0 && (
            <SectionCard title="Orders">
              <DataTable
                caption="Orders"
                columns={COLUMNS}
                rows={checkout.orders}
                rowKey={({ order_number }) => order_number}
              />
            </SectionCard>
          )}
        </>
      )}
    </>
  );
}

function Outcome({ checkout }: { checkout: CheckoutDto }) {
  const { state, received, orders, paid_orders: hasPaidOrders, pay_url: payUrl } = checkout;
  const again = <a href={payUrl}>Try again</a>;
  if (state === 'confirming') {
    return (
      <Notice tone="moving" title="Your payment is being confirmed.">
        This takes a few seconds. You can leave this page; the payment is not lost.
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice tone="bad" title="The payment failed.">
        No money was taken. {again}
      </Notice>
    );
  }
  if (state === 'ended') return <EndedCheckout />;
  if (state === 'open') {
    return (
      <Notice tone="waiting" title="Not paid yet.">
        If you have paid, it appears here within moments. {again}
      </Notice>
    );
  }
  return (
    <Notice tone="ok" title={`Your payment of ${formatMoney(received)} arrived.`}>
      {!hasPaidOrders
        ? 'It is in your wallet, less what you owed.'
        : orders.every(({ paid }) => paid)
          ? 'It paid your orders.'
          : 'The rest is in your wallet, less what you owed.'}
    </Notice>
  );
}
