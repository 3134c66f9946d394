import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  ClientDto,
  ProductRecordDto,
  ReceiptDto,
  TokenDto,
} from '../../../api/generated/admin/admin-api.schemas';
import {
  findTokensOptions,
  listClientsOptions,
  listOrdersOptions,
  listProductsOptions,
  listReceiptsOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import type { Column } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { formatCount } from '../../../shared/format';
import { ListView } from '../../../shared/lists/list-view';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import sections from '../../../shared/layout/sections.module.css';
import { SubscriptionStatus } from '../../../shared/terms/subscription-status';
import { RelativeTime } from '../../../shared/time';
import { TokenStatus } from '../../../shared/terms/token-status';
import { ClientLink } from '../client/client-link';
import { ClientLinkById } from '../client/client-link-by-id';
import { useOrderColumns } from '../orders/orders-columns';

const route = getRouteApi('/signed-in/office/search');
const SHOWN = 10;

/** Renders the search results of every kind that the person may see. */
export function SearchPage() {
  const { q = '' } = route.useSearch();
  const may = {
    clients: useMay('clients:read'),
    tokens: useMay('tokens:read'),
    orders: useMay('orders:read'),
    money: useMay('money:read'),
    products: useMay('catalog:read'),
  };
  if (q === '') {
    return (
      <>
        <PageHeader title="Search" />
        <EmptyState>
          Type a phone number or its last digits, a customer, a city, an order, tracking or invoice
          number, a client, a product, a UTR, an amount, or the last four characters of a token.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={`Search for “${q}”`} />
      <div className={sections.sections}>
        {may.orders && <Orders q={q} />}
        {may.clients && <Clients q={q} />}
        {may.products && <Products q={q} />}
        {may.money && <Receipts reference={q} />}
        {may.tokens && q.length === 4 && <Tokens q={q} />}
      </div>
    </>
  );
}

const TOKEN_COLUMNS: readonly Column<TokenDto>[] = [
  {
    header: 'Token',
    cell: ({ last4, client_id: id }) => (
      <Link to="/office/clients/$id" params={{ id: String(id) }} search={{ tab: 'tokens' }}>
        …{last4}
      </Link>
    ),
  },
  { header: 'Client', cell: ({ client_id }) => <ClientLinkById id={client_id} /> },
  { header: 'Domain', isWide: true, cell: ({ domain }) => domain },
  { header: 'Status', cell: (token) => <TokenStatus token={token} /> },
  {
    header: 'Last used',
    cell: ({ last_used_at: at, last_used_from: from }) =>
      at === null ? (
        'Never'
      ) : (
        <>
          <RelativeTime at={at} />
          {from !== null && <span className="soft small"> from {from}</span>}
        </>
      ),
  },
];

function Tokens({ q }: { q: string }) {
  const query = useQuery(findTokensOptions({ query: { last4: q, limit: SHOWN } }));
  return (
    <SectionCard title="Tokens with these last characters">
      <ListView
        query={query}
        what="Tokens"
        columns={TOKEN_COLUMNS}
        rowKey={({ id }) => id}
        empty={<None>No token ends with these four characters. Upper and lower case differ.</None>}
      />
    </SectionCard>
  );
}

function Orders({ q }: { q: string }) {
  const query = useQuery(listOrdersOptions({ query: { q, sort: '-created_at', limit: SHOWN } }));
  return (
    <SectionCard
      title="Orders"
      aside={
        <Link to="/office/orders" search={{ q }}>
          Show all
        </Link>
      }
    >
      <ListView
        query={query}
        what="Orders"
        columns={useOrderColumns()}
        rowKey={({ order_number }) => order_number}
        empty={<None>No order has all of these words.</None>}
      />
    </SectionCard>
  );
}

const CLIENT_COLUMNS: readonly Column<ClientDto>[] = [
  { header: 'Client', cell: ({ id, name }) => <ClientLink id={id} name={name} /> },
  { header: 'Email', isWide: true, cell: ({ email }) => email },
  {
    header: 'Subscription',
    cell: ({ subscription }) => <SubscriptionStatus subscription={subscription} />,
  },
];

function Clients({ q }: { q: string }) {
  const query = useQuery(listClientsOptions({ query: { q, limit: SHOWN } }));
  return (
    <SectionCard
      title="Clients"
      aside={
        <Link to="/office/clients" search={{ q }}>
          Show all
        </Link>
      }
    >
      <ListView
        query={query}
        what="Clients"
        columns={CLIENT_COLUMNS}
        rowKey={({ id }) => id}
        empty={<None>No client with this name, address, domain or number.</None>}
      />
    </SectionCard>
  );
}

const PRODUCT_COLUMNS: readonly Column<ProductRecordDto>[] = [
  {
    header: 'SKU',
    cell: ({ sku }) => (
      <Link to="/office/catalog/$sku" params={{ sku }} className="mono">
        {sku}
      </Link>
    ),
  },
  { header: 'Product', cell: ({ name }) => name },
  { header: 'Available', isNumber: true, cell: ({ stock_qty: stock }) => formatCount(stock) },
];

function Products({ q }: { q: string }) {
  const query = useQuery(listProductsOptions({ query: { q, limit: SHOWN } }));
  // Most texts are no products, so no product gets no section.
  if (query.data?.data.length === 0) return null;
  return (
    <SectionCard
      title="Products"
      aside={
        <Link to="/office/catalog" search={{ q }}>
          Show all
        </Link>
      }
    >
      <ListView
        query={query}
        what="Products"
        columns={PRODUCT_COLUMNS}
        rowKey={({ sku }) => sku}
        empty={null}
      />
    </SectionCard>
  );
}

const RECEIPT_COLUMNS: readonly Column<ReceiptDto>[] = [
  {
    header: 'Receipt',
    cell: ({ reference }) => (
      <Link to="/office/money" search={{ tab: 'receipts', reference: reference ?? undefined }}>
        {reference}
      </Link>
    ),
  },
  { header: 'Client', cell: ({ client_id }) => <ClientLinkById id={client_id} /> },
  { header: 'Received', cell: ({ received_at }) => <RelativeTime at={received_at} /> },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

function Receipts({ reference }: { reference: string }) {
  const query = useQuery(listReceiptsOptions({ query: { reference, limit: SHOWN } }));
  if (query.data?.data.length === 0) return null;
  return (
    <SectionCard title="Receipts with this reference">
      <ListView
        query={query}
        what="Receipts"
        columns={RECEIPT_COLUMNS}
        rowKey={({ id }) => id}
        empty={null}
      />
    </SectionCard>
  );
}

function None({ children }: { children: ReactNode }) {
  return <p className="soft">{children}</p>;
}
