import { ConfirmButton } from '../shared/forms/confirm-button';
import { RelativeTime } from '../shared/time';
import type { Token, TokenCalls } from './token-calls';

interface RevokeTokenProps {
  token: Token;
  revokeToken: TokenCalls['revoke'];
}

/** Revokes a token immediately. */
export function RevokeToken({ token, revokeToken }: RevokeTokenProps) {
  const { id, last4, domain, last_used_at, last_used_from } = token;
  return (
    <ConfirmButton
      color="red"
      label="Revoke"
      aria-label={`Revoke token …${last4}`}
      title={`Revoke token …${last4}?`}
      action="Revoke token"
      busy="Revoking…"
      isDangerous
      send={() => revokeToken({ path: { id } })}
    >
      <p>
        Every request of {domain} with this token is refused from now on.{' '}
        {last_used_at === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <RelativeTime at={last_used_at} />
            {last_used_from !== null && ` from ${last_used_from}`}.
          </>
        )}
      </p>
    </ConfirmButton>
  );
}
