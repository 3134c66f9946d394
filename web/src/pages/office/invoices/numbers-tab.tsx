import { useQuery } from '@tanstack/react-query';
import { listDocumentHoldsOptions, listDocumentSeriesOptions } from '../../../api/generated/admin';
import type { DocumentSeriesDto } from '../../../api/generated/admin-types';
import { column, type Column } from '../../../shared/lists/columns';
import { ListView } from '../../../shared/lists/list-view';
import { DocumentsOnHold } from './documents-on-hold';
import { Status } from '../../../shared/status';

const PERCENT = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });

const COLUMNS: readonly Column<DocumentSeriesDto>[] = [
  column.code('Latest number', 'last'),
  column.day('Latest date', 'last_issued_on'),
  { header: 'Numbers used', isNumber: true, cell: ({ used }) => PERCENT.format(used) },
  column.wide('Gaps', ({ gaps }) => <Gaps gaps={gaps} />),
];

function Gaps({ gaps }: Pick<DocumentSeriesDto, 'gaps'>) {
  if (gaps.length === 0) return <Status tone="ok">None</Status>;
  const ranges = gaps.map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
  return <Status tone="bad">{`Missing: ${ranges.join(', ')}`}</Status>;
}

/** Renders the series of numbers by financial year, with the numbers that they lack: none. */
export function NumbersTab() {
  const query = useQuery(listDocumentSeriesOptions());
  const [hold] = useQuery(listDocumentHoldsOptions()).data?.data ?? [];
  return (
    <>
      {hold !== undefined && <DocumentsOnHold series={hold.series} />}
      <ListView
        query={query}
        what="Series of numbers"
        columns={COLUMNS}
        rowKey={({ series, financial_year }) => `${series} ${financial_year}`}
        empty="There are no numbers yet: the first document begins a series."
      />
    </>
  );
}
