import { useState, type ReactNode } from 'react';
import { CheckField } from '../shared/forms/check-field';
import { ConfirmButton } from '../shared/forms/confirm-button';

interface EndAllAccessProps {
  /** Everyone who is signed out, such as “every operator”. */
  everyone: string;
  /** Label of the choice to revoke tokens as well. */
  tokens: string;
  /** True: tokens are revoked unless the person chooses otherwise. */
  endsTokens: boolean;
  /** The tokens, and the consequence of revoking them. */
  children: ReactNode;
  send: (call: { query: { end_tokens: 'true' | 'false' } }) => Promise<unknown>;
}

/** Ends the access of everyone at once, except in this browser. */
export function EndAllAccess({ everyone, tokens, endsTokens, children, send }: EndAllAccessProps) {
  const [endTokens, setEndTokens] = useState(endsTokens);
  return (
    <ConfirmButton
      size="sm"
      color="red"
      label="End all access"
      title={`Sign out ${everyone}?`}
      action="End access"
      busy="Ending…"
      isDangerous
      send={() => send({ query: { end_tokens: endTokens ? 'true' : 'false' } })}
    >
      <p>
        All sessions end except this one, and all browsers are unknown until someone signs in there
        again. Passwords and passkeys stay as they are.
      </p>
      <CheckField
        label={tokens}
        checked={endTokens}
        onChange={(event) => setEndTokens(event.currentTarget.checked)}
      />
      {children}
    </ConfirmButton>
  );
}
