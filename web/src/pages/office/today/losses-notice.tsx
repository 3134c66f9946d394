import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import type { OfficeOverviewDto } from '../../../api/generated/admin-types';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { RelativeTime } from '../../../shared/time';
import classes from './today-page.module.css';

/** Renders a warning while stores have orders that the database lost. */
export function LossesNotice({
  losses: { stores, lost_after: after },
}: {
  losses: NonNullable<OfficeOverviewDto['order_losses']>;
}) {
  return (
    <div className={classes.notice}>
      <Notice tone="bad" title="The database may have lost its latest orders">
        <p>
          {plural(stores, 'store')} received orders that it does not have
          {after !== null && (
            <>
              ; orders since <RelativeTime at={after} /> may be lost
            </>
          )}
          . <Link {...OPEN_WORK.orderLosses.page}>See which, and what to do</Link>
        </p>
      </Notice>
    </div>
  );
}
