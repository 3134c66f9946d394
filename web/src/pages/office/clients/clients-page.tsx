import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClientDto } from '../../../api/generated/admin/admin-api.schemas';
import { listClientsOptions } from '../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../shared/data-table';
import { EmptyState } from '../../../shared/empty-state';
import { useMay } from '../../../frame/session';
import { ListView } from '../../../shared/list-view';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/page-header';
import { Pager } from '../../../shared/pager';
import { SubscriptionStatus } from '../../../shared/subscription-status';
import { RelativeTime } from '../../../shared/time';

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
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Plan', cell: ({ subscription }) => subscription?.plan ?? '–' },
  {
    header: 'Subscription',
    cell: ({ subscription }) => <SubscriptionStatus subscription={subscription} />,
  },
  { header: 'Since', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

const WALLET: Column<ClientDto> = {
  header: 'Wallet',
  isNumber: true,
  cell: ({ wallet_balance = 0 }) => <Money amount={wallet_balance} />,
};

/** The client companies. */
export function ClientsPage() {
  const { cursor } = route.useSearch();
  const columns = useMay('prices:read') ? [...COLUMNS, WALLET] : COLUMNS;
  const query = useQuery({
    ...listClientsOptions({ query: { cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Clients" />
      <ListView
        query={query}
        what="Clients"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState>There are no clients yet.</EmptyState>}
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}
