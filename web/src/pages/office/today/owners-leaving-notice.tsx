import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import type { LeavingOwnerDto } from '../../../api/generated/admin-types';
import { formatMoment } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import classes from './today-page.module.css';

/** Renders which owners lose the role, and when. */
export function OwnersLeavingNotice({ owners }: { owners: readonly LeavingOwnerDto[] }) {
  const ends = owners.map(({ email, at }) => `${email} ${formatMoment(at)}`);
  return (
    <div className={classes.notice}>
      <Notice tone="waiting" title="One person alone takes the role of an owner">
        <p>
          {`${ends.join(', ')}. No other owner could approve it, so it takes effect then. Until then an owner may `}
          <Link {...OPEN_WORK.ownersLeaving.page}>reject it</Link>.
        </p>
      </Notice>
    </div>
  );
}
