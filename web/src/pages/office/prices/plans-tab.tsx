import type { PlanDto } from '../../../api/generated/admin-types';
import { listPlansOptions } from '../../../api/generated/admin';
import { column } from '../../../shared/lists/columns';
import { listTab } from '../../../shared/lists/list-view';
import { ChangePlan } from './change-plan';

/** Renders plans and their discounts. */
export const PlansTab = listTab<PlanDto>({
  list: listPlansOptions,
  what: 'Plans',
  columns: [
    column.text('Plan', 'name'),
    column.code('Code', 'code'),
    column.number('Off base prices', ({ discount_percent: percent }) => `${percent} %`),
    column.time('Created', 'created_at'),
    { header: 'Actions', permission: 'plans:write', cell: (plan) => <ChangePlan plan={plan} /> },
  ],
  rowKey: ({ code }) => code,
  empty: 'There is no plan yet. Clients subscribe to plans to order.',
});
