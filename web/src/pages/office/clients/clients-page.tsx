import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazyPage } from '../../../routes/lazy-page';
import { Suspense, useState } from 'react';
import { stateName } from '../../../../../src/platform/gst/states.ts';
import type { ClientDto } from '../../../api/generated/admin-types';
import { listClientsOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { FilterSelect } from '../../../shared/lists/filter-bar';
import { shopToday } from '../../../shared/format';
import { shifted, startOfDay } from '../../../shared/india-days';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { SubscriptionStatus } from '../../../shared/terms/subscription-status';
import { choiceChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar, type Chip } from '../../../shared/lists/toolbar/list-bar';
import { useColumns } from '../../../shared/lists/toolbar/use-columns';
import { PlanFilter } from '../plan-filter';
import { usePlanOptions } from '../plans';
import { CreateClient, type CreatedClient } from './create-client';
import { CreatedNotice } from './created-notice';
import { useRenewal } from './use-renewal';

const route = getRouteApi('/signed-in/office/clients');

const COLUMNS: readonly Column<ClientDto>[] = [
  column.cell('Client', ({ id, name }) => (
    <Link to="/office/clients/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )),
  column.text('Email', 'email', { isWide: true }),
  column.cell('Billing state', ({ billing }) =>
    billing === null ? '–' : stateName(billing.state),
  ),
  column.text('Plan', ({ subscription }) => subscription?.plan, { onPhone: 'below' }),
  {
    header: 'Subscription',
    onPhone: 'below',
    cell: ({ subscription }) => <SubscriptionStatus subscription={subscription} />,
  },
  column.time('Ends', ({ subscription }) => subscription?.ends_at),
  column.time('Since', 'created_at'),
];

const WALLET: Column<ClientDto> = column.money(
  'Wallet',
  ({ wallet_balance = 0 }) => wallet_balance,
  { onPhone: 'end' },
);

const Import = lazyPage(() => import('./import-clients'), 'ImportClients');

function ImportClients({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <Import onClose={onClose} />
    </Suspense>
  );
}

const ENDS = [
  { value: '', label: 'At any time' },
  { value: 'month', label: 'This month' },
];
const WALLETS = [
  { value: '', label: 'Any balance' },
  { value: 'empty', label: 'Empty' },
];
const ADDRESSES = [
  { value: '', label: 'Any' },
  { value: 'missing', label: 'Missing' },
];
const STATES = [
  { value: '', label: 'Any subscription' },
  { value: 'live', label: 'Gives access' },
  { value: 'past_due', label: 'Past due' },
  { value: 'ended', label: 'Ended' },
  { value: 'none', label: 'None' },
];

/** Computes the time a millisecond after a month begins. A subscription that ends at midnight ends with the month before. */
function afterStartOf(month: string): string {
  return new Date(Date.parse(startOfDay(month)!) + 1).toISOString();
}

/** Renders the client companies; subscriptions can be renewed together. */
export function ClientsPage() {
  const { q, plan, state, ending, wallet, billing, cursor } = route.useSearch();
  const [created, setCreated] = useState<CreatedClient | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const maySeeAmounts = useMay('prices:read');
  const mayRenew = useMay('clients:write');
  const month = `${shopToday().slice(0, 7)}-01`;
  const filter = {
    q,
    plan,
    subscription: state,
    wallet,
    billing,
    ends_from: ending && afterStartOf(month),
    ends_to: ending && afterStartOf(shifted(month, { months: 1 })),
  };
  const query = usePages(listClientsOptions({ query: { ...filter, cursor } }));
  const columns = useColumns('office-clients', maySeeAmounts ? [...COLUMNS, WALLET] : COLUMNS);
  const renewal = useRenewal(query.data?.data ?? []);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Clients"
        action={
          mayRenew ? (
            <>
              <Button variant="default" onClick={() => setIsImporting(true)}>
                Import file
              </Button>
              <CreateClient onCreated={setCreated} />
            </>
          ) : undefined
        }
      />
      {created !== null && <CreatedNotice created={created} onStored={() => setCreated(null)} />}
      {isImporting && <ImportClients onClose={() => setIsImporting(false)} />}
      <ListBar
        list="office-clients"
        filter={{ q, plan, state, ending, wallet, billing }}
        search={{ placeholder: 'Name, email, number or payment reference', value: q }}
        fields={<ClientFilters />}
        chips={useClientChips()}
      >
        {columns.menu}
        <DownloadTable path="/admin/clients/export" filter={filter} />
      </ListBar>
      {renewal.outcome}
      <PagedList
        query={query}
        what="Clients"
        columns={columns.shown}
        isCompact
        selection={mayRenew ? renewal.selection : undefined}
        empty={
          isFiltered
            ? 'No client matches these filters.'
            : 'There are no clients yet. Create the first one: its owner is invited by mail.'
        }
      />
    </>
  );
}

function ClientFilters() {
  const { plan, state, ending, wallet, billing } = route.useSearch();
  return (
    <>
      <PlanFilter value={plan} />
      <FilterSelect label="Subscription" parameter="state" value={state} options={STATES} />
      <FilterSelect label="Ends" parameter="ending" value={ending} options={ENDS} />
      <FilterSelect label="Wallet" parameter="wallet" value={wallet} options={WALLETS} />
      <FilterSelect
        label="Billing address"
        parameter="billing"
        value={billing}
        options={ADDRESSES}
      />
    </>
  );
}

/** Describes the filters that are set, in words. */
function useClientChips(): Chip[] {
  const { plan, state, ending, wallet, billing } = route.useSearch();
  return choiceChips([
    ['plan', 'Plan', plan, usePlanOptions()],
    ['state', 'Subscription', state, STATES],
    ['ending', 'Ends', ending, ENDS],
    ['wallet', 'Wallet', wallet, WALLETS],
    ['billing', 'Billing address', billing, ADDRESSES],
  ]);
}
