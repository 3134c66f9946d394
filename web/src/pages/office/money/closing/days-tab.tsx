import type { GatewayDayDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayDaysOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Status } from '../../../../shared/status';

const COLUMNS: readonly Column<GatewayDayDto>[] = [
  column.day('Day', 'day'),
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
  column.number('Checkouts', 'checked'),
  column.number('Found', 'found'),
  column.money('Amount found', 'found_amount'),
  // Days of earlier releases, and days that are not over, have no sums.
  column.money('In the books', 'books'),
  column.money('At the gateway', 'held'),
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
