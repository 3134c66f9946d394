import { useSession } from '../../frame/session';
import { Notice } from '../../shared/layout/notice';
import { PageHeader } from '../../shared/layout/page-header';
import { OperatorTokensSection } from './operator-tokens-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { RecoverySection, TwoFactorSection } from './two-factor-section';

/** Renders a person's own passkeys, one-time codes, password and sessions. */
export function AccountPage() {
  const { user, totp } = useSession();
  return (
    <>
      <PageHeader title="Account" detail={`${user.name}, ${user.email}`} />
      <div className="sections">
        {totp.required && (
          <Notice tone="waiting" title="Add a passkey, or set up one-time codes">
            Operators sign in with a second factor. Other pages open once it is set up.
          </Notice>
        )}
        <PasskeysSection />
        {totp.by_passkey && <RecoverySection />}
        <TwoFactorSection />
        <PasswordSection />
        <SessionsSection />
        {user.kind === 'operator' && !totp.required && <OperatorTokensSection />}
      </div>
    </>
  );
}
