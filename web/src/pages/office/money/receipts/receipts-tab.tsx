import { getRouteApi } from '@tanstack/react-router';
import type { ReceiptDto } from '../../../../api/generated/admin-types';
import { listReceiptsOptions } from '../../../../api/generated/admin';
import { column, type Column } from '../../../../shared/lists/columns';
import { DownloadTable } from '../../../../shared/lists/download';
import { FilterDate, FilterSelect } from '../../../../shared/lists/filter-bar';
import { choices } from '../../../../shared/choices';
import { formatDay, formatMoney, plural } from '../../../../shared/format';
import { endOfDay, startOfDay } from '../../../../shared/india-days';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { choiceChips, dayChips } from '../../../../shared/lists/toolbar/choice-chips';
import { ListBar } from '../../../../shared/lists/toolbar/list-bar';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';
import { paymentMethod } from '../../../../shared/terms/payment-method';
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
        {reference !== null && `Receipt ${id} · `}
        {method === source ? SOURCES[source] : `${SOURCES[source]}, ${paymentMethod(method)}`}
      </div>
    </>
  )),
  linkTo.client('Client', 'client_id', { onPhone: 'below' }),
  {
    header: 'Received',
    onPhone: 'below',
    cell: ({ received_at, reversed_at: at, in_hand: isInHand }) => (
      <>
        <span className="number">{formatDay(received_at)}</span>
        <div>
          {at !== null && <Status tone="bad">Reversed</Status>}
          {at === null && isInHand && <Status tone="waiting">Cheque in hand</Status>}
        </div>
      </>
    ),
  },
  column.wide('Paid orders', (receipt) => <PaidOrders receipt={receipt} />),
  {
    header: 'Amount',
    isNumber: true,
    onPhone: 'end',
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
    onPhone: 'below',
    permission: 'money:write',
    // What went back to its source, or is disputed, can neither be refunded nor reversed.
    cell: (receipt) =>
      receipt.reversed_at === null &&
      !(receipt.source === 'gateway' && receipt.refundable === 0) ? (
        <span className="actions">
          {receipt.source === 'gateway' && <RefundToSource receipt={receipt} />}
          <ReverseReceipt receipt={receipt} />
        </span>
      ) : (
        '–'
      ),
  },
];

/** Renders the orders that a receipt paid, and what it paid of older debts and of orders on account. */
function PaidOrders({ receipt }: { receipt: ReceiptDto }) {
  const { paid, debt_paid: debt, credit_paid: credit } = receipt;
  const [first, second, ...rest] = paid;
  if (first === undefined && debt === 0 && credit === 0) return '–';
  return (
    <>
      {first !== undefined && <OrderLink number={first} />}
      {second !== undefined && (
        <>
          , <OrderLink number={second} />
        </>
      )}
      {rest.length > 0 && <span className="soft"> and {plural(rest.length, 'more', 'more')}</span>}
      {debt > 0 && <div>Debt {formatMoney(debt)}</div>}
      {credit > 0 && <div>On account {formatMoney(credit)}</div>}
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
        isCompact
        empty={
          isFiltered
            ? 'No receipt matches these filters.'
            : 'No receipts yet. Choose “Record receipt” when a client has paid.'
        }
      />
    </>
  );
}
