import { Button, Popover } from '@mantine/core';
import { ORDER_STATUSES } from '../../../../../src/orders/order-lifecycle.ts';
import { CheckList } from '../../../shared/check-list';
import { useSetParameter } from '../../../shared/lists/filter-bar';
import { orderStatusLabel } from '../../../shared/terms/order-status';
import classes from './status-filter.module.css';

/** Renders a choice of several statuses; the tabs above choose one. */
export function StatusFilter({ status }: { status: string }) {
  const set = useSetParameter();
  const chosen = ORDER_STATUSES.filter((listed) => status.split(',').includes(listed));
  const text = chosen.length === 0 ? 'Any' : chosen.map(orderStatusLabel).join(', ');
  return (
    <div>
      <span aria-hidden className={classes.label}>
        Status
      </span>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            className={classes.button}
            aria-label={`Status: ${text}`}
          >
            {text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Statuses" className={classes.statuses}>
          <CheckList
            legend="Statuses"
            options={ORDER_STATUSES.map((value) => ({ value, label: orderStatusLabel(value) }))}
            chosen={chosen}
            onChange={(next) => set('status', next.length === 0 ? 'all' : next.join(','))}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
