import { getRouteApi } from '@tanstack/react-router';
import type { OwnDocumentDto } from '../../api/generated/dashboard-types';
import { listOwnDocumentsOptions } from '../../api/generated/dashboard';
import { AMOUNT_COLUMNS, KIND_COLUMNS } from '../../documents/document-columns';
import { formatMonth, shopToday } from '../../shared/format';
import { PageHeader } from '../../shared/layout/page-header';
import { column, type Column } from '../../shared/lists/columns';
import { DownloadFile, DownloadTable } from '../../shared/lists/download';
import { FilterDate } from '../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../shared/lists/list-view';
import { ListBar } from '../../shared/lists/toolbar/list-bar';
import { OwnDocumentLink } from './own-document-link';
import { OwnOrderLink } from '../../order/order-link';

const route = getRouteApi('/signed-in/client/invoices');

const COLUMNS: readonly Column<OwnDocumentDto>[] = [
  column.cell('Number', (document) => <OwnDocumentLink {...document} />),
  ...KIND_COLUMNS,
  column.cell(
    'Order',
    ({ order_number: number }) => number !== null && <OwnOrderLink number={number} />,
  ),
  ...AMOUNT_COLUMNS,
];

/** Renders the client's invoices and credit notes, of one month or of all. */
export function InvoicesPage() {
  const { month, q, cursor } = route.useSearch();
  const query = usePages(listOwnDocumentsOptions({ query: { month, q, cursor } }));
  const hasRows = (query.data?.data.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Invoices"
        detail="From the wholesaler to your company. Your customers get their invoices from you"
      />
      <ListBar
        list="invoices"
        filter={{ month, q }}
        search={{ placeholder: 'Invoice or order number', value: q }}
        fields={
          <FilterDate
            label="Month"
            parameter="month"
            type="month"
            value={month}
            max={shopToday().slice(0, 7)}
          />
        }
        chips={month === undefined ? [] : [{ parameter: 'month', label: formatMonth(month) }]}
      >
        {month === undefined ? (
          <span className="soft small">Choose a month to download all of it</span>
        ) : (
          hasRows && <MonthFiles month={month} />
        )}
      </ListBar>
      <PagedList
        query={query}
        what="Invoices"
        columns={COLUMNS}
        isCompact
        empty={emptyText(month, q)}
      />
    </>
  );
}

function MonthFiles({ month }: { month: string }) {
  const path = '/dashboard/api/documents/export';
  return (
    <>
      <DownloadFile path={path} filter={{ month, format: 'zip' }} label="Download all PDFs" />
      <DownloadTable path={path} filter={{ month }} label="Download list" />
    </>
  );
}

function emptyText(month: string | undefined, q: string | undefined): string {
  if (q !== undefined) return `No invoice matches “${q}”.`;
  if (month !== undefined) return `There is no invoice of ${formatMonth(month)}.`;
  return 'There are no invoices yet: each shipment brings one.';
}
