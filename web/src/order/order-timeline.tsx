import type { OrderStatus as Status } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { OrderStatus } from '../shared/terms/order-status';
import { Time } from '../shared/time';
import classes from './order-timeline.module.css';

interface OrderTimelineProps {
  timeline: readonly { status: Status; changed_at: string }[];
}

/** Renders every status that an order has had, oldest first. */
export function OrderTimeline({ timeline }: OrderTimelineProps) {
  return (
    <ol className={classes.timeline}>
      {timeline.map(({ status, changed_at }) => (
        <li key={`${status} ${changed_at}`}>
          <OrderStatus status={status} />
          <span className="soft small">
            <Time at={changed_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
