import type { PlanDto } from '../../../api/generated/admin/admin-api.schemas';
import { listPlansOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import type { Column } from '../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { RelativeTime } from '../../../shared/time';
import { ChangePlan } from './change-plan';

const COLUMNS: readonly Column<PlanDto>[] = [
  { header: 'Plan', cell: ({ name }) => name },
  { header: 'Code', cell: ({ code }) => <span className="mono">{code}</span> },
  {
    header: 'Off base prices',
    isNumber: true,
    cell: ({ discount_percent: percent }) => `${percent} %`,
  },
  { header: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

const CHANGE: Column<PlanDto> = {
  header: 'Actions',
  cell: (plan) => <ChangePlan plan={plan} />,
};

/** Plans and their discounts. */
export function PlansTab({ cursor }: { cursor: string | undefined }) {
  const canChange = useMay('plans:write');
  const query = usePages(listPlansOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Plans"
      columns={canChange ? [...COLUMNS, CHANGE] : COLUMNS}
      rowKey={({ code }) => code}
      empty="There is no plan yet. Clients subscribe to plans to order."
    />
  );
}
