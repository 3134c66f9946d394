import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClientDto } from '../../../api/generated/admin-types';
import { getClientOptions } from '../../../api/generated/admin';
import { useSession } from '../../../frame/session';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { SubscriptionStatus } from '../../../shared/terms/subscription-status';
import { Tabs } from '../../../shared/layout/tabs';
import { backToOrder } from '../../../shared/tax/tax-data-link';
import { Unprintable } from '../../../shared/layout/unprintable';
import { ClientAudit } from './client-audit';
import { ClientFailures } from './client-failures';
import { ClientNotes } from './client-notes';
import { ClientRequests } from './client-requests';
import { ClientOrders } from './client-orders';
import { ClientPeople } from './client-people';
import { ClientTerms } from './terms/client-terms';
import { ClientTokens } from './client-tokens';
import { ClientWallet } from './client-wallet';
import { CLIENT_TABS } from './client-tabs';

const route = getRouteApi('/signed-in/office/clients/$id');

/** Renders one client company: everything that belongs to it, in tabs. */
export function ClientPage() {
  const { id } = route.useParams();
  const { order } = route.useSearch();
  const query = useQuery(getClientOptions({ path: { id: Number(id) } }));
  const client = query.data?.data;
  return (
    <>
      <PageHeader
        title={client?.name ?? `Client ${id}`}
        back={backToOrder(order) ?? <Link to="/office/clients">All clients</Link>}
        detail={client !== undefined && <Detail client={client} />}
      />
      <Unprintable characters={client?.unprintable} />
      <Loaded query={query} what="The client" rows={8} />
      {client !== undefined && <ClientTabs client={client} />}
    </>
  );
}

function Detail({ client }: { client: ClientDto }) {
  const { subscription, wallet_balance: balance, debt = 0, email, gstin, id } = client;
  return (
    <>
      {`Client ${id} · ${email} · `}
      {gstin !== null && (
        <>
          GSTIN <span className="number">{gstin}</span>
          {' · '}
        </>
      )}
      <SubscriptionStatus subscription={subscription} />
      {subscription !== null && ` ${subscription.plan}`}
      {balance !== undefined && (
        <>
          {' · Wallet '}
          <Money amount={balance} strong />
        </>
      )}
      {debt > 0 && (
        <>
          {' · Owes '}
          <Money amount={debt} strong />
        </>
      )}
    </>
  );
}

function ClientTabs({ client }: { client: ClientDto }) {
  const { tab } = route.useSearch();
  const { id } = client;
  const { permissions } = useSession();
  return (
    <>
      <Tabs
        label="Client"
        tabs={CLIENT_TABS.filter(({ needs }) => permissions.includes(needs))}
        parameter="tab"
        current={tab}
      />
      {tab === undefined && <ClientOrders id={id} />}
      {tab === 'wallet' && <ClientWallet id={id} />}
      {tab === 'tokens' && <ClientTokens id={id} />}
      {tab === 'failures' && <ClientFailures id={id} />}
      {tab === 'requests' && <ClientRequests id={id} />}
      {tab === 'notes' && <ClientNotes id={id} />}
      {tab === 'people' && <ClientPeople id={id} />}
      {tab === 'subscription' && <ClientTerms client={client} />}
      {tab === 'audit' && <ClientAudit id={id} />}
    </>
  );
}
