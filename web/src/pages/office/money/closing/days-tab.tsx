import type { GatewayDayDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayDaysOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { formatDay } from '../../../../shared/format';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';

const COLUMNS: readonly Column<GatewayDayDto>[] = [
  { header: 'Day', cell: ({ day }) => formatDay(day) },
  {
    header: 'State',
    cell: ({ finished_at, failed }) =>
      finished_at === null ? (
        <Status tone="moving">Running</Status>
      ) : failed > 0 ? (
        <Status tone="bad">{`${failed} not answered`}</Status>
      ) : (
        <Status tone="ok">Compared</Status>
      ),
  },
  { header: 'Checkouts', isNumber: true, cell: ({ checked }) => checked },
  { header: 'Found', isNumber: true, cell: ({ found }) => found },
  {
    header: 'Amount found',
    isNumber: true,
    cell: ({ found_amount }) => <Money amount={found_amount} />,
  },
  // Days of earlier releases, and days that are not over, have no sums.
  { header: 'In the books', isNumber: true, cell: ({ books }) => <Money amount={books} /> },
  { header: 'At the gateway', isNumber: true, cell: ({ held }) => <Money amount={held} /> },
];

/** Renders the days that were compared with the gateway. */
export function DaysTab({ cursor }: { cursor: string | undefined }) {
  const query = usePages(listGatewayDaysOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Days"
      columns={COLUMNS}
      rowKey={({ day }) => day}
      empty="No days were compared with the gateway yet."
    />
  );
}
