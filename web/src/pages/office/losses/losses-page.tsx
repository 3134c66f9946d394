import { useQuery } from '@tanstack/react-query';
import type { OrderLossDto } from '../../../api/generated/admin-types';
import { listOrderLossesOptions } from '../../../api/generated/admin';
import { formatCount } from '../../../shared/format';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import { column, type Column } from '../../../shared/lists/columns';
import { ListView } from '../../../shared/lists/list-view';
import { Status } from '../../../shared/status';
import { RelativeTime } from '../../../shared/time';
import { ClientLink } from '../client/client-link';

const COLUMNS: readonly Column<OrderLossDto>[] = [
  column.cell('Client', ({ client_id, client_name }) => (
    <ClientLink id={client_id} name={client_name} />
  )),
  column.cell('Lost since', ({ lost_after: after }) =>
    after === null ? 'Not known' : <RelativeTime at={after} />,
  ),
  column.time('Told', 'told_at'),
  column.cell('Compared', ({ reconciled_at: at }) =>
    at === null ? <Status tone="waiting">Not yet</Status> : <RelativeTime at={at} />,
  ),
  column.number('Orders missing', 'missing'),
  column.number('Placed again', 'placed_again'),
  column.cell('State', (loss) => <LossState loss={loss} />),
];

/** Renders the stores whose orders the database lost, and what to do. */
export function LossesPage() {
  const query = useQuery(listOrderLossesOptions());
  return (
    <>
      <PageHeader
        title="Lost orders"
        detail="Stores that have orders which this database lost in a restore or a failover"
      />
      <div className="sections">
        <ListView
          query={query}
          what="Lost orders"
          columns={COLUMNS}
          rowKey={({ client_id, told_at }) => `${client_id} ${told_at}`}
          empty="No store has reported a loss within 30 days."
        />
        <SectionCard title="What to do">
          <ol>
            <li>
              Find out whether it happened: a single store may have used a cursor of another
              installation.
            </li>
            <li>
              Stop the other database, and run <code>npm run cli -- verify</code> on this one.
            </li>
            <li>
              Ask each store that has not compared its orders to do so, also those that do not poll
              and are not in the list.{' '}
              <a href="/docs/updates#lost-orders">The documentation for stores</a> says how.
            </li>
            <li>
              Compare the payments of the lost time with the pages of the payment gateway and the
              bank: money may have come in for an order that is missing.
            </li>
            <li>
              Record shipments, wallet entries and prices of the lost time again. No store has them.
            </li>
          </ol>
          <p>
            The runbook is the section “After a restore, or a failover that lost changes” of{' '}
            <code>docs/operations/runbooks.md</code>.
          </p>
        </SectionCard>
      </div>
    </>
  );
}

function LossState({ loss: { reconciled_at, missing, placed_again } }: { loss: OrderLossDto }) {
  if (reconciled_at === null) return <Status tone="waiting">Waiting</Status>;
  if (placed_again < missing) {
    return <Status tone="bad">{`${formatCount(missing - placed_again)} still missing`}</Status>;
  }
  return <Status tone="ok">Repaired</Status>;
}
