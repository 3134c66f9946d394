import type { PlanDto } from '../../../api/generated/admin/admin-api.schemas';
import { listPlansOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { ChangePlan } from './change-plan';

const COLUMNS: readonly Column<PlanDto>[] = [
  column.text('Plan', 'name'),
  column.code('Code', 'code'),
  {
    header: 'Off base prices',
    isNumber: true,
    cell: ({ discount_percent: percent }) => `${percent} %`,
  },
  column.time('Created', 'created_at'),
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
