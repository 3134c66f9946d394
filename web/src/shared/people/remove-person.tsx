import { useState, type ReactNode } from 'react';
import type { Token } from '../../tokens/token-calls';
import { TokenNames } from '../../tokens/token-names';
import { CheckField } from '../forms/check-field';
import { ConfirmButton } from '../forms/confirm-button';

interface RemovePersonProps {
  name: string;
  /** Live API tokens that the person made. */
  tokens?: readonly Token[];
  remove: (endTokens: 'true' | 'false') => Promise<unknown>;
  /** Consequences of the removal. */
  children: ReactNode;
}

/** Removes a person's access, and by default the API tokens that the person made. */
export function RemovePerson({ name, tokens = [], remove, children }: RemovePersonProps) {
  const [endTokens, setEndTokens] = useState(true);
  return (
    <ConfirmButton
      color="red"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action="Remove person"
      busy="Removing…"
      isDangerous
      send={() => remove(endTokens ? 'true' : 'false')}
    >
      <p>{children}</p>
      {tokens.length > 0 && (
        <>
          <p>The person made these API tokens and may know them:</p>
          <TokenNames tokens={tokens} />
          <CheckField
            label="Revoke them"
            description="Servers that use one need a new one"
            checked={endTokens}
            onChange={(event) => setEndTokens(event.currentTarget.checked)}
          />
        </>
      )}
    </ConfirmButton>
  );
}
