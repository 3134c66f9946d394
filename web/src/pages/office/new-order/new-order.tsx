import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import {
  getClientOptions,
  listReachedLimitsOptions,
  placeForClientMutation,
} from '../../../api/generated/admin';
import type { ReachedLimitDto } from '../../../api/generated/admin-types';
import { problemOf } from '../../../api/problem';
import { addressWarningText } from '../../../order/delivery-address';
import { OrderAmounts } from '../../../order/order-items';
import { FormProblem } from '../../../shared/forms/form-problem';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { formatCount, formatMoney } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { PageHeader } from '../../../shared/layout/page-header';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { ClientLink } from '../client/client-link';
import { DeliverTo } from './deliver-to';
import { FindProduct } from './find-product';
import classes from './new-order.module.css';
import { OrderLines } from './order-lines';
import { lineOf, NEW_ORDER, toOrder, type OrderValues, type ProblemOf } from './order-values';
import { useQuote } from './use-quote';

/** Renders the form of an order for a client. */
export function NewOrder({ clientId }: { clientId: number }) {
  const path = { id: clientId };
  const client = useQuery(getClientOptions({ path })).data?.data;
  const reached = useQuery({ ...listReachedLimitsOptions({ path }), retry: false });
  const limits = reached.data?.data ?? [];
  const name = client?.name ?? `client ${clientId}`;
  return (
    <>
      <PageHeader
        title="New order"
        back={<Link to="/office/orders">Orders</Link>}
        detail={
          <>
            {'For '}
            <ClientLink id={clientId} name={name} />
            {' · '}
            <Link to="/office/orders/new">another client</Link>
          </>
        }
      />
      <ProblemNotice error={reached.error} title={`${name} cannot order now.`} />
      {limits.length > 0 && <ReachedLimits clientId={clientId} name={name} limits={limits} />}
      {reached.data !== undefined && limits.length === 0 && <OrderForm clientId={clientId} />}
    </>
  );
}

interface ReachedLimitsProps {
  clientId: number;
  name: string;
  limits: readonly ReachedLimitDto[];
}

function ReachedLimits({ clientId, name, limits }: ReachedLimitsProps) {
  return (
    <Notice tone="waiting" title={`${name} cannot order more now.`} isAlert>
      {limits.map(({ measure, limit, reserved }) => (
        <p key={measure}>
          {measure === 'units'
            ? `Its unpaid orders hold ${formatCount(reserved)} of ${formatCount(limit)} units.`
            : `Its unpaid orders come to ${formatMoney(reserved)} of ${formatMoney(limit)}.`}
        </p>
      ))}
      <Link to="/office/orders" search={{ client: String(clientId), payment: 'unpaid' }}>
        Show its unpaid orders
      </Link>
    </Notice>
  );
}

function OrderForm({ clientId }: { clientId: number }) {
  const navigate = useNavigate();
  const formId = useId();
  const { form, draft, save } = useSavedForm({
    name: 'order',
    initialValues: NEW_ORDER,
    send: ({ values, total }: { values: OrderValues; total: number }, money) =>
      placeForClientMutation().mutationFn({
        path: { id: clientId },
        body: toOrder(values, total),
        ...money,
      }),
    onShown: async ({ data: { order_number: number } }, isHere) => {
      if (isHere) await navigate({ to: '/office/orders/$number', params: { number } });
    },
  });
  const { values } = form;
  const { quote, error, problemOf, refresh } = useQuote(clientId, values);
  const place = (): void => {
    // The service refuses another total than the one on the button.
    if (quote !== undefined && !save.isPending) {
      save.mutate({ values, total: quote.total }, { onError: () => void refresh() });
    }
  };
  const warning = quote?.address_warning ?? null;
  return (
    <>
      {draft.offer}
      <div className={classes.layout}>
        <Lines clientId={clientId} form={form} problemOf={problemOf} />
        <form
          id={formId}
          className={classes.rest}
          // The service says at each field what it lacks.
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            place();
          }}
        >
          <SectionCard title="Deliver to">
            <DeliverTo clientId={clientId} form={form} problemOf={problemOf} />
            {warning !== null && (
              <Notice tone="waiting">{addressWarningText(warning, values.shipping)}</Notice>
            )}
          </SectionCard>
          <SectionCard title="Total">
            {save.error !== null && <Refusal error={save.error} />}
            <ProblemNotice error={error} title="The order cannot be placed like this." />
            {quote === undefined ? (
              <p className="soft">
                {values.items.length === 0
                  ? 'Add a product to see the total.'
                  : 'The total is shown once every line can be ordered.'}
              </p>
            ) : (
              <OrderAmounts {...quote} />
            )}
          </SectionCard>
        </form>
      </div>
      <div className={classes.place}>
        <Button type="submit" form={formId} disabled={quote === undefined} loading={save.isPending}>
          {quote === undefined ? 'Place order' : `Place for ${formatMoney(quote.total)}`}
        </Button>
      </div>
    </>
  );
}

/** Renders why the order was not placed, and scrolls to it: the button is in sight without it. A field that is wrong has the focus. */
function Refusal({ error }: { error: Error }) {
  const reason = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problemOf(error).fields.length > 0) return;
    reason.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div ref={reason} className={classes.refused}>
      <FormProblem error={error} title="The order was not placed." />
    </div>
  );
}

const QUANTITY = '[data-quantity]';

interface LinesProps {
  clientId: number;
  form: UseFormReturnType<OrderValues>;
  problemOf: ProblemOf;
}

function Lines({ clientId, form, problemOf }: LinesProps) {
  const card = useRef<HTMLDivElement>(null);
  const product = useRef<HTMLInputElement>(null);
  // The page was opened to add products.
  useEffect(() => product.current?.focus(), []);
  const focusLast = (selector: string): void => {
    const found = card.current?.querySelectorAll<HTMLElement>(selector);
    [...(found ?? [])].at(-1)?.focus();
  };
  /** The field of the line that is being added which gets the focus. */
  const next = useRef<string | null>(null);
  const { length } = form.values.items;
  useEffect(() => {
    if (next.current !== null) focusLast(next.current);
    next.current = null;
  }, [length]);
  return (
    <div ref={card}>
      <SectionCard title="Products">
        <OrderLines form={form} problemOf={problemOf} onDone={() => product.current?.focus()} />
        <FindProduct
          clientId={clientId}
          field={product}
          onUp={() => focusLast(QUANTITY)}
          onFound={(found, { variation, isChosen }) => {
            const line = lineOf(found, variation);
            const at = form.values.items.findIndex(
              (other) => other.product.sku === found.sku && other.variation === line.variation,
            );
            const needsChoice = found.variations.length > 0 && line.variation === '';
            if (at >= 0 && !needsChoice) {
              form.setFieldValue(`items.${at}.quantity`, (count) => Number(count) + 1);
              return;
            }
            if (needsChoice) next.current = 'li select';
            else if (isChosen) next.current = QUANTITY;
            form.insertListItem('items', line);
          }}
        />
      </SectionCard>
    </div>
  );
}
