import { getRouteApi } from '@tanstack/react-router';
import type { ReceiptDto } from '../../../../api/generated/admin-types';
import { listReceiptsOptions } from '../../../../api/generated/admin';
import { column, type Column } from '../../../../shared/lists/columns';
import { DownloadTable } from '../../../../shared/lists/download';
import { FilterDate, FilterSelect } from '../../../../shared/lists/filter-bar';
import { choices } from '../../../../shared/choices';
import { plural } from '../../../../shared/format';
import { endOfDay, startOfDay } from '../../../../shared/india-days';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { choiceChips, dayChips } from '../../../../shared/lists/toolbar/choice-chips';
import { ListBar } from '../../../../shared/lists/toolbar/list-bar';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';
import { paymentMethod } from '../../../../shared/terms/payment-method';
import { RelativeTime } from '../../../../shared/time';
import { RefundToSource } from './refund-to-source';
import { ReverseReceipt } from './reverse-receipt';
import { OrderLink } from '../../../../order/order-link';
import { ClientFilter } from '../../client/filter/client-filter';
import { useClientChip } from '../../client/filter/client-name';
import { linkTo } from '../../office-columns';

const route = getRouteApi('/signed-in/office/money');

const SOURCES: Record<ReceiptDto['source'], string> = {
  bank: 'Bank',
  cash: 'Cash',
  other: 'Other',
  gateway: 'Gateway',
};

const SOURCE_OPTIONS = [{ value: '', label: 'Every source' }, ...choices(SOURCES)];

const COLUMNS: readonly Column<ReceiptDto>[] = [
  column.cell('Receipt', ({ id, reference, source, method }) => (
    <>
      <span className="mono">{reference ?? `Receipt ${id}`}</span>
      <div className="soft small">
        {method === source ? SOURCES[source] : `${SOURCES[source]}, ${paymentMethod(method)}`}
      </div>
    </>
  )),
  linkTo.client('Client', 'client_id'),
  column.cell('Received', ({ received_at, reversed_at: at, in_hand: isInHand }) => (
    <>
      <RelativeTime at={received_at} />
      {at !== null && <Status tone="bad">Reversed</Status>}
      {at === null && isInHand && <Status tone="waiting">Cheque in hand</Status>}
    </>
  )),
  column.wide('Paid orders', ({ paid }) => <PaidOrders numbers={paid} />),
  {
    header: 'Amount',
    isNumber: true,
    cell: ({ amount, credited }) => (
      <>
        <Money amount={amount} strong />
        {credited > 0 && credited !== amount && (
          <div className="soft small number">
            <Money amount={credited} /> in wallet
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Actions',
    isWide: true,
    permission: 'money:write',
    cell: (receipt) =>
      receipt.reversed_at === null ? (
        <span className="actions">
          {receipt.source === 'gateway' && <RefundToSource receipt={receipt} />}
          <ReverseReceipt receipt={receipt} />
        </span>
      ) : (
        '–'
      ),
  },
];

function PaidOrders({ numbers }: { numbers: readonly string[] }) {
  const [first, second, ...rest] = numbers;
  if (first === undefined) return '–';
  return (
    <>
      <OrderLink number={first} />
      {second !== undefined && (
        <>
          , <OrderLink number={second} />
        </>
      )}
      {rest.length > 0 && <span className="soft"> and {plural(rest.length, 'more', 'more')}</span>}
    </>
  );
}

/** Renders recorded money of every source. */
export function ReceiptsTab() {
  const { cursor, client, source, reference, from, to } = route.useSearch();
  const filter = {
    client_id: client,
    source,
    reference,
    created_from: startOfDay(from),
    created_to: endOfDay(to),
  };
  const query = usePages(
    listReceiptsOptions({
      query: { ...filter, client_id: client === undefined ? undefined : Number(client), cursor },
    }),
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <ListBar
        list="office-receipts"
        filter={{ tab: 'receipts', client, source, reference, from, to }}
        search={{
          label: 'Reference',
          placeholder: 'Complete UTR or other reference',
          parameter: 'reference',
          value: reference,
        }}
        fields={
          <>
            <ClientFilter value={client} />
            <FilterSelect
              label="Source"
              parameter="source"
              value={source}
              options={SOURCE_OPTIONS}
            />
            <FilterDate label="Recorded from" parameter="from" value={from} max={to} />
            <FilterDate label="Recorded until" parameter="to" value={to} />
          </>
        }
        chips={[
          ...useClientChip(client),
          ...choiceChips([['source', 'Source', source, SOURCE_OPTIONS]]),
          ...dayChips({ from, to }),
        ]}
      >
        <DownloadTable path="/admin/receipts/export" filter={filter} />
      </ListBar>
      <PagedList
        query={query}
        what="Receipts"
        columns={COLUMNS}
        empty={
          isFiltered
            ? 'No receipt matches these filters.'
            : 'No receipts yet. Choose “Record receipt” when a client has paid.'
        }
      />
    </>
  );
}
