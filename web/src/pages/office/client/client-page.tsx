import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClientDto, TokenDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  getClientOptions,
  listTokensOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import type { ReactNode } from 'react';
import layout from '../../../order/order-layout.module.css';
import type { Column } from '../../../shared/data-table';
import { EmptyState } from '../../../shared/empty-state';
import { FactList } from '../../../shared/fact-list';
import { ListView } from '../../../shared/list-view';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/page-header';
import { ProblemNotice } from '../../../shared/problem-notice';
import { SectionCard } from '../../../shared/section-card';
import { SubscriptionStatus } from '../../../shared/subscription-status';
import { RelativeTime, Time } from '../../../shared/time';
import { TokenStatus } from '../../../shared/token-status';

const route = getRouteApi('/signed-in/office/clients/$id');

const TOKEN_COLUMNS: readonly Column<TokenDto>[] = [
  { header: 'Token', cell: ({ last4 }) => <code>…{last4}</code> },
  { header: 'Domain', cell: ({ domain }) => domain },
  { header: 'Mode', cell: ({ mode }) => (mode === 'test' ? 'Test' : 'Live') },
  { header: 'Status', cell: (token) => <TokenStatus token={token} /> },
  { header: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

/** One client company: subscription, wallet and tokens. */
export function ClientPage() {
  const { id } = route.useParams();
  const client = useQuery(getClientOptions({ path: { id: Number(id) } }));
  const tokens = useQuery(listTokensOptions({ path: { id: Number(id) } }));
  const record = client.data?.data;
  return (
    <>
      <PageHeader
        title={record?.name ?? `Client ${id}`}
        back={<Link to="/office/clients">All clients</Link>}
      />
      {client.error !== null && (
        <ProblemNotice
          error={client.error}
          title="The client could not be loaded."
          onRetry={() => void client.refetch()}
        />
      )}
      <div className={layout.layout}>
        <div className={layout.column}>
          <SectionCard title="API tokens">
            <ListView
              query={tokens}
              what="API tokens"
              columns={TOKEN_COLUMNS}
              rowKey={(token) => token.id}
              empty={<EmptyState>This client has no API token yet.</EmptyState>}
            />
          </SectionCard>
        </div>
        <div className={layout.column}>
          {record !== undefined && (
            <SectionCard
              title="Details"
              aside={
                <Link to="/office/orders" search={{ client: id }}>
                  Orders
                </Link>
              }
            >
              <FactList
                facts={[
                  ['Email', record.email],
                  [
                    'Subscription',
                    <SubscriptionStatus key="status" subscription={record.subscription} />,
                  ],
                  ['Plan', record.subscription?.plan],
                  ['Ends', endOf(record.subscription?.ends_at)],
                  ...walletOf(record),
                  ['Unpaid units', unitLimit(record.max_reserved_units)],
                  ...valueLimitOf(record),
                  ['Client since', <Time key="since" at={record.created_at} />],
                ]}
              />
            </SectionCard>
          )}
        </div>
      </div>
    </>
  );
}

/** Nothing where the signed-in person may not see amounts. */
function walletOf({ wallet_balance: balance }: ClientDto): [string, ReactNode][] {
  return balance === undefined ? [] : [['Wallet', <Money key="wallet" amount={balance} />]];
}

function endOf(endsAt: string | null | undefined) {
  return endsAt == null ? 'No end' : <Time at={endsAt} />;
}

/** 0 lifts a limit; null leaves it to the settings of the service. */
function unitLimit(limit: number | null) {
  if (limit === null) return 'Default limit';
  return limit === 0 ? 'No limit' : `At most ${limit}`;
}

/** Left out for operators who see no prices. */
function valueLimitOf({ max_open_value: limit }: ClientDto): [string, ReactNode][] {
  if (limit === undefined) return [];
  if (limit === null) return [['Unpaid value', 'Default limit']];
  if (limit === 0) return [['Unpaid value', 'No limit']];
  const most = (
    <>
      At most <Money amount={limit} />
    </>
  );
  return [['Unpaid value', most]];
}
