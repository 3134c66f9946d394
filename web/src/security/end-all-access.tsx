import type { ReactNode } from 'react';
import { ConfirmButton } from '../shared/forms/confirm-button';

interface EndAllAccessProps {
  /** Everyone who is signed out, such as “every operator”. */
  everyone: string;
  /** The choice of tokens to revoke as well, and the consequence. */
  children: ReactNode;
  send: () => Promise<unknown>;
}

/** Ends the access of everyone at once, except in this browser. */
export function EndAllAccess({ everyone, children, send }: EndAllAccessProps) {
  return (
    <ConfirmButton
      size="sm"
      color="red"
      label="End all access"
      title={`Sign out ${everyone}?`}
      action="End access"
      busy="Ending…"
      isDangerous
      send={send}
    >
      <p>
        All sessions end except this one, and all browsers are unknown until someone signs in there
        again. Passwords, passkeys and one-time codes stay: review them on this page.
      </p>
      {children}
    </ConfirmButton>
  );
}
