import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CheckoutDto } from '../../api/generated/dashboard-types';
import { getCheckoutOptions, returnFromCheckoutMutation } from '../../api/generated/dashboard';
import { GATEWAYS } from '../../payments/gateways';
import { loadGatewayScript, loadPage } from '../../payments/pages';
import { PayByUpi } from '../../payments/pay-by-upi';
import { EndedCheckout } from '../../payments/ended-checkout';
import { FactList } from '../../shared/fact-list';
import { formatMoney, plural } from '../../shared/format';
import { Money } from '../../shared/money';
import { Notice } from '../../shared/layout/notice';
import { PageHeader } from '../../shared/layout/page-header';
import { ProblemNotice } from '../../shared/layout/problem-notice';
import { SectionCard } from '../../shared/layout/section-card';

const route = getRouteApi('/signed-in/client/pay/$id');

/** Renders the only page that may load the gateway's checkout. Leaving it loads a new page. */
export function PayPage() {
  const { id } = route.useParams();
  const query = useQuery(getCheckoutOptions({ path: { id } }));
  const checkout = query.data?.data;
  const isOpen = checkout !== undefined && !['paid', 'ended'].includes(checkout.state);
  return (
    <>
      <PageHeader title="Pay online" />
      <ProblemNotice
        error={query.error}
        title="The payment could not be opened."
        onRetry={() => void query.refetch()}
      />
      {checkout !== undefined && (
        <OpenCheckout
          checkout={checkout}
          getState={async () => (await query.refetch()).data?.data.state}
        />
      )}
      {isOpen && (
        <PayByUpi
          amount={checkout.amount}
          orders={checkout.orders.map(({ order_number }) => order_number)}
        />
      )}
    </>
  );
}

interface OpenCheckoutProps {
  checkout: CheckoutDto;
  /** Asks the service for the state of the checkout. */
  getState: () => Promise<CheckoutDto['state'] | undefined>;
}

function OpenCheckout({ checkout, getState }: OpenCheckoutProps) {
  const { id, state, amount, orders, gateway } = checkout;
  const [isOpen, setOpen] = useState(false);
  const outcomePage = `/dashboard/payments/${id}`;
  const reportReturn = useMutation({
    ...returnFromCheckoutMutation(),
    onSuccess: () => loadPage(outcomePage),
  });
  const open = useMutation({
    mutationFn: async () => {
      // Another window or person may have paid or canceled since.
      if (['paid', 'ended'].includes((await getState()) ?? '')) return;
      await loadGatewayScript(gateway.script_url);
      setOpen(true);
      GATEWAYS[gateway.kind].open(checkout, {
        onReturn: (fields) => reportReturn.mutate({ path: { id }, body: fields }),
        onDismiss: () => loadPage(outcomePage),
      });
    },
  });
  const problem = open.error ?? reportReturn.error;
  return (
    <SectionCard title="What you pay">
      <FactList
        facts={[
          ['For', orders.length === 0 ? 'Your wallet' : plural(orders.length, 'order')],
          ['Amount', <Money key="amount" amount={amount} strong />],
        ]}
      />
      <ProblemNotice error={problem} title="The payment was not completed." />
      {state === 'paid' ? (
        <Notice tone="ok" title="This is already paid.">
          <a href={outcomePage}>Show the payment</a>
        </Notice>
      ) : state === 'ended' ? (
        <EndedCheckout />
      ) : (
        <Button
          mt="md"
          mb="sm"
          onClick={() => open.mutate()}
          loading={open.isPending}
          disabled={isOpen}
        >
          {`Pay ${formatMoney(amount)}`}
        </Button>
      )}
      <p>
        <a href={orders.length === 0 ? '/dashboard/wallet' : '/dashboard/orders'}>Do not pay now</a>
      </p>
    </SectionCard>
  );
}
