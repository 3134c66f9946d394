import { useSession } from '../../frame/session';
import { PageHeader } from '../../shared/layout/page-header';
import { OperatorTokensSection } from './operator-tokens-section';
import classes from './account-page.module.css';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { TwoFactorSection } from './two-factor-section';

/** Renders a person's own passkeys, one-time codes, password and sessions. */
export function AccountPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="Account" detail={`${user.name}, ${user.email}`} />
      <div className={classes.sections}>
        <PasskeysSection />
        <TwoFactorSection />
        <PasswordSection />
        <SessionsSection />
        {user.kind === 'operator' && <OperatorTokensSection />}
      </div>
    </>
  );
}
