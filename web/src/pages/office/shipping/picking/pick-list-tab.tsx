import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { itemText } from '../../../../../../src/catalog/variations/variation-keys.ts';
import {
  articlesOf,
  linesByShelf,
  unitsOf,
  type ArticleToPick,
} from '../../../../../../src/fulfillment/pick-list/picking.ts';
import {
  BOOKING_FILTERS,
  type BookingFilter,
} from '../../../../../../src/fulfillment/pick-list/booking-filters.ts';
import type { OrderToPickDto } from '../../../../api/generated/admin-types';
import { listOrdersToPickOptions } from '../../../../api/generated/admin';
import { column, type Column } from '../../../../shared/lists/columns';
import { useMay } from '../../../../frame/session';
import { DataTable } from '../../../../shared/lists/data-table';
import { csvAddress } from '../../../../shared/lists/csv-address';
import { OrderLink } from '../../../../order/order-link';
import { formatCount, plural } from '../../../../shared/format';
import { Icon } from '../../../../shared/icon';
import { Notice } from '../../../../shared/layout/notice';
import { ListView, usePages } from '../../../../shared/lists/list-view';
import { Pager } from '../../../../shared/lists/pager';
import { Status } from '../../../../shared/status';
import { allPages, SelectMatching } from '../../../../shared/lists/toolbar/select-matching';
import { useRowSelection } from '../../../../shared/lists/use-row-selection';
import { ClientLink } from '../../client/client-link';
import { BookingActions, PackingOutcome, usePackingWork } from './booking-actions';
import { BookingStates } from './booking-state';
import { CourierDay, useActiveAccounts, WaitingAccounts } from './courier-day';
import classes from './pick-list-tab.module.css';
import { PrintPickList, PrintSlips } from '../print-links';
import { linkTo } from '../../office-columns';
import { useCursor } from '../../../../shared/lists/pager';

/** Orders of one page; a print has those that are selected, also of other pages. */
const PAGE = 200;

const ARTICLE_COLUMNS: readonly Column<ArticleToPick>[] = [
  column.cell('Shelf', ({ shelf }) => <strong>{shelf ?? '–'}</strong>),
  column.cell('SKU', ({ sku }) => <code>{sku}</code>),
  column.wide('Item', ({ name, variation }) => (
    <>
      {name}
      {variation !== null && <span className="soft"> · {variation}</span>}
    </>
  )),
  column.number('Orders', 'orders'),
  {
    header: 'Quantity',
    isNumber: true,
    cell: ({ quantity }) => <strong>{formatCount(quantity)}</strong>,
  },
];

const BOOKING_COLUMN = column.cell('Booking', ({ bookings }: OrderToPickDto) => (
  <BookingStates bookings={bookings} />
));

const ORDER_COLUMNS: readonly Column<OrderToPickDto>[] = [
  linkTo.order('Order', 'order_number'),
  column.cell('Client', ({ client_id, client_name, on_hold }) => (
    <>
      <ClientLink id={client_id} name={client_name} />
      {on_hold && <Status tone="bad">On hold</Status>}
    </>
  )),
  column.cell('Goes to', ({ customer, shipping }) => `${customer.name}, ${shipping.city}`),
  column.wide('To pick', (order) => <Lines order={order} />),
  column.time('Placed', 'created_at'),
];

const BOOKED_COLUMNS = ORDER_COLUMNS.toSpliced(3, 0, BOOKING_COLUMN);

const BOOKING_LABELS: Record<BookingFilter, string> = {
  none: 'Not booked',
  booking: 'Booking',
  booked: 'Booked',
  problem: 'Problem',
  not_printed: 'Label not printed',
};

/** Renders the filter by bookings, stored in the address. */
function BookingFilterField({ value }: { value: BookingFilter | undefined }) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      label="Booking"
      size="sm"
      className={classes.filter}
      data={[
        { value: '', label: 'Any' },
        ...BOOKING_FILTERS.map((each) => ({ value: each, label: BOOKING_LABELS[each] })),
      ]}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        const booking = BOOKING_FILTERS.find((each) => each === chosen);
        void navigate({
          to: '.',
          search: (search: object) => ({ ...search, booking, cursor: undefined }),
        });
      }}
    />
  );
}

function Lines({ order }: { order: OrderToPickDto }) {
  return (
    <ul className={classes.lines}>
      {linesByShelf(order.lines).map((line) => (
        <li key={line.line}>
          <strong className="number">{formatCount(line.quantity)} ×</strong> <code>{line.sku}</code>{' '}
          {itemText({ name: line.name, variation: line.variation_key })}
          {line.shelf !== null && (
            <>
              {' · '}
              <span className={`soft ${classes.shelf}`}>{line.shelf}</span>
            </>
          )}
        </li>
      ))}
      {order.missing_for_invoice.length > 0 && (
        <li>
          <Status tone="bad">No invoice</Status> {order.missing_for_invoice.join('. ')}
        </li>
      )}
    </ul>
  );
}

/** Lists the orders of all pages, up to the maximum of a selection. */
function listToPick(
  queryClient: QueryClient,
  booking: BookingFilter | undefined,
): Promise<OrderToPickDto[]> {
  return allPages((page) =>
    queryClient.fetchQuery(listOrdersToPickOptions({ query: { ...page, booking } })),
  );
}

/** So many keep the list itself in sight, which marks the others. */
const BARE_SHOWN = 8;

/** Renders that orders lack data for their invoices, with links to complete it. */
function Incomplete({ orders }: { orders: readonly OrderToPickDto[] }) {
  const seesClients = useMay('clients:read');
  const bare = orders.filter((order) => order.missing_for_invoice.length > 0);
  if (bare.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="waiting" title={`${plural(bare.length, 'order')} cannot be invoiced`}>
        Complete the{' '}
        <Link to="/office/catalog" search={{ tax: 'missing', active: 'true' }}>
          products
        </Link>{' '}
        and the{' '}
        {seesClients ? (
          <Link to="/office/clients" search={{ billing: 'missing' }}>
            clients
          </Link>
        ) : (
          'clients'
        )}{' '}
        before you pack.
        <ul>
          {bare
            .slice(0, BARE_SHOWN)
            .map(({ order_number: number, missing_for_invoice: missing }) => (
              <li key={number}>
                <OrderLink number={number} /> <span>{missing.join('. ')}</span>
              </li>
            ))}
          {bare.length > BARE_SHOWN && <li>{formatCount(bare.length - BARE_SHOWN)} more</li>}
        </ul>
      </Notice>
    </div>
  );
}

interface MorePagesProps {
  booking: BookingFilter | undefined;
  /** Number of orders on this page. */
  shown: number;
  onLoaded: (orders: readonly OrderToPickDto[]) => void;
}

/** Renders a note that the page does not have all orders, and a button that selects them all. */
function MorePages({ booking, shown, onLoaded }: MorePagesProps) {
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => listToPick(queryClient, booking),
    onSuccess: onLoaded,
  });
  return (
    <div className={classes.notice}>
      <Notice tone="waiting" title={`There are more than these ${plural(shown, 'order')}.`}>
        <p>The prints have the orders of this page only.</p>
        <Button variant="default" size="sm" loading={load.isPending} onClick={() => load.mutate()}>
          Select the orders of all pages
        </Button>
      </Notice>
    </div>
  );
}

/** Returns orders as the list has them now: their bookings go on while they are selected. */
function asListed(
  chosen: readonly OrderToPickDto[],
  listed: readonly OrderToPickDto[],
): OrderToPickDto[] {
  const now = new Map(listed.map((order) => [order.order_number, order]));
  return chosen.map((order) => now.get(order.order_number) ?? order);
}

function emptyText(booking: BookingFilter | undefined): string {
  return booking === undefined
    ? 'Nothing to pick: every paid order was shipped.'
    : 'No order to pick is like this.';
}

interface PickListTabProps {
  view: 'sku' | undefined;
  booking: BookingFilter | undefined;
}

/**
 * Renders the paid orders with units left to ship, by order or by article along the shelves; both can be printed.
 */
export function PickListTab({ view, booking }: PickListTabProps) {
  const cursor = useCursor();
  const query = usePages(listOrdersToPickOptions({ query: { limit: PAGE, cursor, booking } }));
  const queryClient = useQueryClient();
  const mayShip = useMay('orders:ship');
  const accounts = useActiveAccounts();
  const work = usePackingWork();
  const orders = query.data?.data ?? [];
  const hasMore = cursor !== undefined || (query.data?.next_cursor ?? null) !== null;
  const { chosen, matching, choose, selectionWith } = useRowSelection({
    rows: orders,
    keyOf: ({ order_number }) => order_number,
    label: ({ order_number }) => `Select order ${order_number}`,
    allLabel: 'Select all orders on this page',
    filter: `to pick ${booking ?? ''}`,
    isLocked: work.isBusy,
    loadMatching: hasMore ? () => listToPick(queryClient, booking) : undefined,
  });
  const wanted = chosen.length === 0 ? orders.filter((order) => !order.on_hold) : chosen;
  const articles = articlesOf(
    wanted.flatMap(({ lines }) => lines),
    ({ variation_key }) => variation_key,
  );
  return (
    <>
      <WaitingAccounts accounts={accounts} />
      <Incomplete orders={orders} />
      {hasMore && chosen.length === 0 && (
        <MorePages booking={booking} shown={orders.length} onLoaded={choose} />
      )}
      {mayShip && accounts.length > 0 && <CourierDay accounts={accounts} />}
      <PackingOutcome work={work} />
      {accounts.length > 0 && <BookingFilterField value={booking} />}
      {orders.length > 0 && (
        <Tools orders={wanted} articles={articles} view={view} isChosen={chosen.length > 0} />
      )}
      {view === 'sku' && query.data !== undefined && orders.length > 0 ? (
        <DataTable
          caption="Articles to pick"
          columns={ARTICLE_COLUMNS}
          rows={articles}
          rowKey={({ key }) => key}
          isStale={query.isPlaceholderData}
        />
      ) : (
        <ListView
          query={query}
          what="Orders to pick"
          columns={accounts.length > 0 ? BOOKED_COLUMNS : ORDER_COLUMNS}
          rowKey={({ order_number }) => order_number}
          selection={selectionWith(
            <>
              {`${plural(chosen.length, 'order')} selected: the prints and sums are of these`}{' '}
              <SelectMatching matching={matching} />
              {mayShip && accounts.length > 0 && (
                <BookingActions orders={asListed(chosen, orders)} work={work} />
              )}
            </>,
          )}
          empty={emptyText(booking)}
        />
      )}
      <Pager nextCursor={query.data?.next_cursor} />
    </>
  );
}

interface ToolsProps {
  orders: readonly OrderToPickDto[];
  articles: readonly ArticleToPick[];
  view: 'sku' | undefined;
  /** True if they were selected. */
  isChosen: boolean;
}

function Tools({ orders, articles, view, isChosen }: ToolsProps) {
  const count = plural(orders.length, 'order');
  const units = plural(unitsOf(articles), 'unit');
  const numbers = orders.map(({ order_number }) => order_number);
  return (
    <div className={classes.tools}>
      <nav aria-label="View" className={classes.views}>
        {([undefined, 'sku'] as const).map((value) => (
          <Link
            key={value ?? 'order'}
            to="."
            search={(search: object) => ({ ...search, view: value })}
            aria-current={view === value ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {value === undefined ? 'By order' : 'By SKU'}
          </Link>
        ))}
      </nav>
      <span role="status" className="soft number">
        {`${count}${isChosen ? ' selected' : ''}, ${units} of ${plural(articles.length, 'article')}`}
      </span>
      <div className={classes.prints}>
        <Button
          component="a"
          href={csvAddress(
            ['shelf', 'sku', 'item', 'variation', 'quantity', 'orders'],
            articles.map((each) => [
              each.shelf,
              each.sku,
              each.name,
              each.variation,
              each.quantity,
              each.orders,
            ]),
          )}
          download="pick-list.csv"
          variant="default"
          leftSection={<Icon name="download" size={16} />}
        >
          Download CSV
        </Button>
        <PrintSlips numbers={numbers} />
        <PrintPickList numbers={numbers} by={view === 'sku' ? 'shelf' : 'order'} />
      </div>
    </div>
  );
}
