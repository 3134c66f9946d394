import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, lazyRouteComponent, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { stateName } from '../../../../../src/platform/gst/states.ts';
import type { ClientDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  listClientsOptions,
  listPlansOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import type { Column } from '../../../shared/lists/data-table';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterBar, FilterSelect } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { shopToday } from '../../../shared/format';
import { shifted, startOfDay } from '../../../shared/india-days';
import { ListTools } from '../../../shared/lists/list-tools';
import { ListView } from '../../../shared/lists/list-view';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/layout/page-header';
import { Pager } from '../../../shared/lists/pager';
import { SubscriptionStatus } from '../../../shared/terms/subscription-status';
import { RelativeTime } from '../../../shared/time';
import { usePages } from '../../../shared/lists/use-pages';
import { CreateClient, type CreatedClient } from './create-client';
import { CreatedNotice } from './created-notice';
import { useRenewal } from './use-renewal';

const route = getRouteApi('/signed-in/office/clients');

const COLUMNS: readonly Column<ClientDto>[] = [
  {
    header: 'Client',
    cell: ({ id, name }) => (
      <Link to="/office/clients/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    ),
  },
  { header: 'Email', isWide: true, cell: ({ email }) => email },
  {
    header: 'Billing state',
    cell: ({ billing }) => (billing === null ? '–' : stateName(billing.state)),
  },
  { header: 'Plan', cell: ({ subscription }) => subscription?.plan ?? '–' },
  {
    header: 'Subscription',
    cell: ({ subscription }) => <SubscriptionStatus subscription={subscription} />,
  },
  {
    header: 'Ends',
    cell: ({ subscription }) =>
      subscription?.ends_at == null ? '–' : <RelativeTime at={subscription.ends_at} />,
  },
  { header: 'Since', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

const WALLET: Column<ClientDto> = {
  header: 'Wallet',
  isNumber: true,
  cell: ({ wallet_balance = 0 }) => <Money amount={wallet_balance} />,
};

const ImportClients = lazyRouteComponent(() => import('./import-clients'), 'ImportClients');

const STATES = [
  { value: '', label: 'Any subscription' },
  { value: 'live', label: 'Gives access' },
  { value: 'past_due', label: 'Past due' },
  { value: 'ended', label: 'Ended' },
  { value: 'none', label: 'None' },
];

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
    ends_from: ending && startOfDay(month),
    ends_to: ending && startOfDay(shifted(month, { months: 1 })),
  };
  const query = usePages(listClientsOptions({ query: { ...filter, cursor } }));
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
      {isImporting && (
        <Suspense>
          <ImportClients onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
      <ClientFilters />
      <ListTools list="office-clients" filter={{ q, plan, state, ending, wallet, billing }}>
        <DownloadTable path="/admin/clients/export" filter={filter} />
      </ListTools>
      {renewal.outcome}
      <ListView
        query={query}
        what="Clients"
        columns={maySeeAmounts ? [...COLUMNS, WALLET] : COLUMNS}
        rowKey={({ id }) => id}
        selection={mayRenew ? renewal.selection : undefined}
        empty={
          <EmptyState>
            {isFiltered
              ? 'No client matches these filters.'
              : 'There are no clients yet. Create the first one: its owner is invited by mail.'}
          </EmptyState>
        }
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}

function ClientFilters() {
  const { q, plan, state, ending, wallet, billing } = route.useSearch();
  const plans = useQuery({
    ...listPlansOptions({ query: { limit: 500 } }),
    enabled: useMay('plans:read'),
  });
  return (
    <FilterBar>
      <FilterField
        label="Search"
        placeholder="Name, email, number or payment reference"
        parameter="q"
        value={q}
      />
      <FilterSelect
        label="Plan"
        parameter="plan"
        value={plan}
        options={[
          { value: '', label: 'Any plan' },
          ...(plans.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <FilterSelect label="Subscription" parameter="state" value={state} options={STATES} />
      <FilterSelect
        label="Ends"
        parameter="ending"
        value={ending}
        options={[
          { value: '', label: 'At any time' },
          { value: 'month', label: 'This month' },
        ]}
      />
      <FilterSelect
        label="Wallet"
        parameter="wallet"
        value={wallet}
        options={[
          { value: '', label: 'Any balance' },
          { value: 'empty', label: 'Empty' },
        ]}
      />
      <FilterSelect
        label="Billing address"
        parameter="billing"
        value={billing}
        options={[
          { value: '', label: 'Any' },
          { value: 'missing', label: 'Missing' },
        ]}
      />
    </FilterBar>
  );
}
