import { formatDay, formatMoney, plural, sumOf } from '../../shared/format';
import { AsTable } from '../../shared/lists/as-table';
import { column, type Column } from '../../shared/lists/columns';
import { Money } from '../../shared/money';
import classes from './daily-orders.module.css';

interface Day {
  /** The day in India, such as `2026-11-20`. */
  date: string;
  orders: number;
  spend: number;
}

const COLUMNS: readonly Column<Day>[] = [
  column.day('Day', 'date'),
  column.number('Orders', 'orders'),
  column.money('Spend', 'spend'),
];
const WIDTH = 600;
const HEIGHT = 120;

/** Renders spend by day as bars from zero, and the same numbers as a table. */
export function DailyOrders({ days }: { days: readonly Day[] }) {
  const spend = sumOf(days.map((day) => day.spend));
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const largest = Math.max(...days.map((day) => day.spend), 1);
  const step = WIDTH / Math.max(days.length, 1);
  const peak = days.find((day) => day.spend === largest);
  return (
    <>
      <p>
        {plural(orders, 'order')}, <Money amount={spend} strong />
        {peak !== undefined && (
          <span className="soft">
            {` · most on ${formatDay(peak.date)}: ${formatMoney(peak.spend)}`}
          </span>
        )}
      </p>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {days.map((day, index) => {
          const height = (day.spend / largest) * HEIGHT;
          return (
            <rect
              key={day.date}
              x={index * step + step * 0.15}
              y={HEIGHT - height}
              width={step * 0.7}
              height={height}
            >
              <title>{`${formatDay(day.date)}: ${formatMoney(day.spend)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{formatDay(days[0]?.date ?? '')}</span>
        <span>{formatDay(days.at(-1)?.date ?? '')}</span>
      </div>
      <AsTable
        caption="Orders and spend by day"
        columns={COLUMNS}
        rows={days.toReversed()}
        rowKey={({ date }) => date}
      />
    </>
  );
}
