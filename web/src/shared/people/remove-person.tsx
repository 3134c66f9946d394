import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm-button';

interface RemovePersonProps {
  name: string;
  remove: () => Promise<unknown>;
  /** Consequences of the removal. */
  children: ReactNode;
}

/** Removes a person's access. */
export function RemovePerson({ name, remove, children }: RemovePersonProps) {
  return (
    <ConfirmButton
      color="red"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action="Remove person"
      busy="Removing…"
      isDangerous
      send={remove}
    >
      <p>{children}</p>
    </ConfirmButton>
  );
}
