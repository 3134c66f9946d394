import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import type {
  ClientDto,
  ProductRecordDto,
  ReceiptDto,
  TokenDto,
} from '../../../api/generated/admin-types';
import {
  findTokensOptions,
  listClientsOptions,
  listOrdersOptions,
  listProductsOptions,
  listReceiptsOptions,
} from '../../../api/generated/admin';
import { useSession } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import type { Keyed } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { ListView, type ListViewProps } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import { SubscriptionStatus } from '../../../shared/terms/subscription-status';
import { RelativeTime } from '../../../shared/time';
import { TokenStatus } from '../../../shared/terms/token-status';
import { ClientLink } from '../client/client-link';
import { useOrderColumns } from '../orders/orders-columns';
import { linkTo } from '../office-columns';

const route = getRouteApi('/signed-in/office/search');
const SHOWN = 10;

/** Renders the search results of every kind that the person may see. */
export function SearchPage() {
  const { q = '' } = route.useSearch();
  const { permissions } = useSession();
  const may = (permission: string): boolean => permissions.includes(permission);
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
      <div className="sections">
        {may('orders:read') && <Orders q={q} />}
        {may('clients:read') && <Clients q={q} />}
        {may('catalog:read') && <Products q={q} />}
        {may('money:read') && <Receipts q={q} />}
        {may('tokens:read') && q.length === 4 && <Tokens q={q} />}
      </div>
    </>
  );
}

const TOKEN_COLUMNS: readonly Column<TokenDto>[] = [
  column.cell('Token', ({ last4, client_id: id }) => (
    <Link to="/office/clients/$id" params={{ id: String(id) }} search={{ tab: 'tokens' }}>
      …{last4}
    </Link>
  )),
  linkTo.client('Client', 'client_id'),
  column.text('Domain', 'domain', { isWide: true }),
  column.cell('Status', (token) => <TokenStatus token={token} />),
  column.cell('Last used', ({ last_used_at: at, last_used_from: from }) =>
    at === null ? (
      'Never'
    ) : (
      <>
        <RelativeTime at={at} />
        {from !== null && <span className="soft small"> from {from}</span>}
      </>
    ),
  ),
];

function Tokens({ q }: { q: string }) {
  return (
    <Results
      title="Tokens with these last characters"
      what="Tokens"
      query={useQuery(findTokensOptions({ query: { last4: q, limit: SHOWN } }))}
      columns={TOKEN_COLUMNS}
      rowKey={({ id }) => id}
      empty="No token ends with these four characters. Upper and lower case differ."
    />
  );
}

function Orders({ q }: { q: string }) {
  return (
    <Results
      title="Orders"
      all={{ to: '/office/orders', search: { q } }}
      query={useQuery(listOrdersOptions({ query: { q, sort: '-created_at', limit: SHOWN } }))}
      columns={useOrderColumns()}
      isCompact
      rowKey={({ order_number }) => order_number}
      empty="No order has all of these words."
    />
  );
}

const CLIENT_COLUMNS: readonly Column<ClientDto>[] = [
  column.cell('Client', ({ id, name }) => <ClientLink id={id} name={name} />),
  column.text('Email', 'email', { isWide: true }),
  column.cell('Subscription', ({ subscription }) => (
    <SubscriptionStatus subscription={subscription} />
  )),
];

function Clients({ q }: { q: string }) {
  return (
    <Results
      title="Clients"
      all={{ to: '/office/clients', search: { q } }}
      query={useQuery(listClientsOptions({ query: { q, limit: SHOWN } }))}
      columns={CLIENT_COLUMNS}
      rowKey={({ id }) => id}
      empty="No client with this name, address, domain or number."
    />
  );
}

const PRODUCT_COLUMNS: readonly Column<ProductRecordDto>[] = [
  linkTo.product('SKU', 'sku'),
  column.text('Product', 'name'),
  column.number('Available', 'stock_qty'),
];

function Products({ q }: { q: string }) {
  return (
    <Results
      title="Products"
      all={{ to: '/office/catalog', search: { q } }}
      query={useQuery(listProductsOptions({ query: { q, limit: SHOWN } }))}
      columns={PRODUCT_COLUMNS}
      rowKey={({ sku }) => sku}
    />
  );
}

const RECEIPT_COLUMNS: readonly Column<ReceiptDto>[] = [
  column.cell('Receipt', ({ reference }) => (
    <Link to="/office/money" search={{ tab: 'receipts', reference: reference ?? undefined }}>
      {reference}
    </Link>
  )),
  linkTo.client('Client', 'client_id'),
  column.day('Received', 'received_at'),
  column.money('Amount', 'amount'),
];

function Receipts({ q }: { q: string }) {
  return (
    <Results
      title="Receipts with this reference"
      what="Receipts"
      query={useQuery(listReceiptsOptions({ query: { reference: q, limit: SHOWN } }))}
      columns={RECEIPT_COLUMNS}
      rowKey={({ id }) => id}
    />
  );
}

interface ResultsProps<Row> extends Omit<ListViewProps<Row>, 'what' | 'empty'>, Keyed<Row> {
  title: string;
  /** Name of the table, if it is not the title. */
  what?: string;
  /** The list with all results. */
  all?: Pick<LinkProps, 'to' | 'search'>;
  /** Text without results; left out: nothing is rendered, because few texts name one of these. */
  empty?: string;
}

/** Renders the first results of a kind. */
function Results<Row>({ title, what = title, all, empty, ...list }: ResultsProps<Row>) {
  if (empty === undefined && list.query.data?.data.length === 0) return null;
  return (
    <SectionCard title={title} aside={all && <Link {...all}>Show all</Link>}>
      <ListView what={what} empty={<p className="soft">{empty}</p>} {...list} />
    </SectionCard>
  );
}
