import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import { Notice } from '../../../shared/layout/notice';
import classes from './today-page.module.css';

/** Renders which bank accounts one person has entered alone, until the shop has a second owner. */
export function AccountsAloneNotice({ accounts }: { accounts: readonly string[] }) {
  return (
    <div className={classes.notice}>
      <Notice tone="waiting" title="One person alone entered a bank account">
        <p>
          {`${accounts.join(', ')}: its statements confirm payments, although no second person has checked that it is yours. `}
          <Link {...OPEN_WORK.bankAccountsAlone.page}>Invite a second owner</Link>, who approves the
          next one.
        </p>
      </Notice>
    </div>
  );
}
