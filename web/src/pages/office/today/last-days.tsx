import type { OfficeDayDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import { AsTable } from '../../../shared/lists/as-table';
import { column, type Column } from '../../../shared/lists/columns';
import { formatCount, formatMoney, plural, sumOf } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import { DayBars } from './day-bars';
import classes from './today-page.module.css';

const COLUMNS: readonly Column<OfficeDayDto>[] = [
  column.day('Day', 'date'),
  column.number('Orders', 'orders'),
  column.money('Revenue', ({ revenue = 0 }) => revenue, { permission: 'prices:read' }),
];

/** Renders orders and revenue by day as bars, and the same numbers as a table. */
export function LastDays({ days }: { days: readonly OfficeDayDto[] }) {
  const seesAmounts = useMay('prices:read');
  const dates = days.map(({ date }) => date);
  const orders = days.map((day) => day.orders);
  const revenue = days.map((day) => day.revenue ?? 0);
  return (
    <SectionCard title="Last 30 days">
      <div className={classes.charts}>
        <DayBars
          title={plural(
            orders.reduce((sum, count) => sum + count, 0),
            'order',
          )}
          dates={dates}
          values={orders}
          format={formatCount}
        />
        {seesAmounts && (
          <DayBars
            title={`${formatMoney(sumOf(revenue))} revenue`}
            dates={dates}
            values={revenue}
            format={formatMoney}
          />
        )}
      </div>
      <AsTable
        caption={seesAmounts ? 'Orders and revenue by day' : 'Orders by day'}
        columns={COLUMNS}
        rows={days.toReversed()}
        rowKey={({ date }) => date}
      />
    </SectionCard>
  );
}
