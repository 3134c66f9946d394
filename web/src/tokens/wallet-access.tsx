import { ConfirmButton } from '../shared/forms/confirm-button';
import type { Token, TokenCalls } from './token-calls';

interface WalletAccessProps {
  token: Token;
  changeToken: NonNullable<TokenCalls['change']>;
}

/** Lets a token read the wallet, or no longer. */
export function WalletAccess({ token, changeToken }: WalletAccessProps) {
  const { id, last4, domain, permissions } = token;
  const isAllowed = permissions.includes('wallet:read');
  return (
    <ConfirmButton
      label={isAllowed ? 'Hide wallet' : 'Show wallet'}
      aria-label={`${isAllowed ? 'Hide wallet from' : 'Show wallet to'} token …${last4}`}
      title={isAllowed ? `Hide the wallet from ${domain}?` : `Show the wallet to ${domain}?`}
      action={isAllowed ? 'Hide wallet' : 'Show wallet'}
      busy="Saving…"
      send={() =>
        changeToken({ path: { id }, body: { permissions: isAllowed ? [] : ['wallet:read'] } })
      }
    >
      <p>
        {isAllowed
          ? 'The store can no longer read your balance, debt and credit.'
          : 'The store can read your balance, debt and credit. It cannot move money.'}
      </p>
    </ConfirmButton>
  );
}
