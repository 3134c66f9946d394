import type { UseQueryResult } from '@tanstack/react-query';
import type { HeldFactorDto } from '../api/generated/dashboard-types';
import { ConfirmButton } from '../shared/forms/confirm-button';
import { column, type Column } from '../shared/lists/columns';
import { ListView } from '../shared/lists/list-view';
import { Status } from '../shared/status';
import { Time } from '../shared/time';

const ONE_TIME_CODES = 'One-time codes';

/** A passkey, or the one-time codes of a person. */
export interface Factor {
  kind: string;
  passkey_id: number | null;
  name: string | null;
  added_at: string | null;
  recent: boolean;
  user_id: number;
  user_name: string;
  user_email: string;
}

const COLUMNS: readonly Column<Factor>[] = [
  column.cell('Second factor', (factor) => nameOf(factor)),
  column.cell('Added', ({ added_at: at, recent }) => (
    <>
      {at === null ? 'Not known' : <Time at={at} />}{' '}
      {recent && <Status tone="waiting">Last 30 days</Status>}
    </>
  )),
];

const PERSON: Column<Factor> = column.cell('Person', ({ user_name: name, user_email: email }) => (
  <span title={email}>{name}</span>
));

interface FactorListProps {
  query: UseQueryResult<{ data: Factor[] }>;
  /** True: they are of several people. */
  isOfPeople?: boolean;
  /** Finds what removes a factor; null: it cannot be removed here. */
  removal: (factor: Factor) => (() => Promise<unknown>) | null;
}

/** Renders passkeys and one-time codes, and removes those that are of someone else. */
export function FactorList({ query, isOfPeople = false, removal }: FactorListProps) {
  const actions: Column<Factor> = column.wide('Actions', (factor) => {
    const send = removal(factor);
    return send === null ? '–' : <RemoveFactor factor={factor} send={send} />;
  });
  return (
    <ListView
      query={query}
      what="Passkeys and one-time codes"
      columns={[...(isOfPeople ? [PERSON] : []), ...COLUMNS, actions]}
      rowKey={({ user_id: user, passkey_id: id }) => `${user} ${id}`}
      empty="There are no passkeys and no one-time codes."
    />
  );
}

/** Renders passkeys and one-time codes that cannot be removed here. */
export function FactorNames({ factors }: { factors: readonly HeldFactorDto[] }) {
  return (
    <ul>
      {factors.map((factor) => (
        <li key={`${factor.kind} ${factor.added_at}`}>
          {factor.kind === 'totp' ? ONE_TIME_CODES : 'Passkey'}
          {factor.added_at !== null && (
            <>
              , added <Time at={factor.added_at} />
            </>
          )}{' '}
          {factor.recent && <Status tone="waiting">Last 30 days</Status>}
        </li>
      ))}
    </ul>
  );
}

function RemoveFactor({ factor, send }: { factor: Factor; send: () => Promise<unknown> }) {
  const name = nameOf(factor);
  const ofWhom = `${name.charAt(0).toLowerCase()}${name.slice(1)} of ${factor.user_name}`;
  return (
    <ConfirmButton
      color="red"
      label="Remove"
      aria-label={`Remove ${ofWhom}`}
      title={`Remove ${ofWhom}?`}
      action={factor.kind === 'totp' ? 'Turn off' : 'Remove passkey'}
      busy="Removing…"
      isDangerous
      send={send}
    >
      <p>
        {factor.kind === 'totp'
          ? 'Signing in no longer asks for a code. Recovery codes end, too.'
          : 'It no longer opens the account.'}{' '}
        The person is signed out everywhere and gets a mail.
      </p>
    </ConfirmButton>
  );
}

function nameOf({ kind, name }: Factor): string {
  return kind === 'totp' ? ONE_TIME_CODES : `Passkey “${name}”`;
}
