import { OrderLink } from '../../../order/order-link';
import { plural } from '../../../shared/format';
import { Progress } from '../../../shared/layout/progress';
import { BulkOutcomes } from '../../../shared/lists/bulk-outcomes';
import { csvAddress } from '../../../shared/lists/csv-address';
import type { Bulk } from '../../../shared/lists/use-bulk';
import type { BulkAction } from './bulk-actions';

/** Renders the progress of an action on many orders, then the outcome of each. */
export function BulkResult({ bulk, action }: { bulk: Bulk; action: BulkAction }) {
  if (bulk.isRunning) {
    const what = action === 'cancel' ? 'Canceling' : 'Marking as delivered';
    return <Progress what={what} done={bulk.done} total={bulk.total} />;
  }
  if (bulk.outcomes === null) return null;
  const failed = bulk.outcomes.filter(({ problem }) => problem !== null);
  return (
    <BulkOutcomes
      title={titleOf(action, bulk.outcomes)}
      isWhole={failed.length === 0}
      file={{
        label: 'Download these as CSV',
        name: 'orders-not-changed.csv',
        address: csvAddress(
          ['order_number', 'problem'],
          failed.map(({ key, problem }) => [key, problem]),
        ),
      }}
      onClose={bulk.forget}
    >
      {failed.map(({ key, problem }) => (
        <li key={key}>
          <OrderLink number={key} /> <span>{problem}</span>
        </li>
      ))}
    </BulkOutcomes>
  );
}

function titleOf(action: BulkAction, outcomes: readonly { problem: string | null }[]): string {
  const done = outcomes.filter(({ problem }) => problem === null).length;
  const verb = action === 'cancel' ? 'Canceled' : 'Marked as delivered:';
  return done === outcomes.length
    ? `${verb} ${plural(done, 'order')}.`
    : `${verb} ${done} of ${plural(outcomes.length, 'order')}.`;
}
