import { sqlMigration } from '../sql-migration.js';

const KINDS = `'returning', 'returned', 'return_waits', 'return_by_hand', 'lost', 'destroyed', 'ends_differ', 'silent',
  'not_picked_up', 'picked_up_early', 'picked_up_not_shippable', 'moving_but_canceled', 'push_not_confirmed', 'billed_heavier',
  'delivered_waits', 'way_bill_refused'`;
const ADDED = "'courier_reports', 'not_understood'";

/** Lists what couriers say and nothing follows from. */
export const CourierReports1796110000000 = sqlMigration(
  'CourierReports1796110000000',
  kindsAre(`${KINDS}, ${ADDED}`),
  [`DELETE FROM delivery_findings WHERE kind IN (${ADDED})`, ...kindsAre(KINDS)],
);

function kindsAre(kinds: string): string[] {
  return [
    'ALTER TABLE delivery_findings DROP CONSTRAINT delivery_findings_kind_ck',
    `ALTER TABLE delivery_findings ADD CONSTRAINT delivery_findings_kind_ck CHECK (kind IN (${kinds}))`,
  ];
}
