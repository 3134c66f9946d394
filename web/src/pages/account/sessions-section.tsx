import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEntryDto } from '../../api/generated/dashboard-types';
import {
  disableTotpMutation,
  endOtherSessionsMutation,
  endSessionMutation,
  listOwnFactorsOptions,
  listSessionsOptions,
  removePasskeyMutation,
} from '../../api/generated/dashboard';
import { column, type Column } from '../../shared/lists/columns';
import { useSession } from '../../frame/session';
import { CheckField } from '../../shared/forms/check-field';
import { CallButton } from '../../shared/forms/call-button';
import { ConfirmButton } from '../../shared/forms/confirm-button';
import { ListView } from '../../shared/lists/list-view';
import { Notice } from '../../shared/layout/notice';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';
import { browserName } from '../../security/browser-name';
import { FactorList } from '../../security/factor-list';
import { SESSION_COLUMNS } from '../../security/session-columns';

const COLUMNS: readonly Column<SessionEntryDto>[] = [
  ...SESSION_COLUMNS,
  column.wide('Actions', (session) =>
    session.current ? (
      <Status tone="ok">This browser</Status>
    ) : (
      <CallButton
        label="Sign out"
        aria-label={`Sign out ${browserName(session.agent)} at ${session.ip}`}
        send={() => endSessionMutation().mutationFn({ path: { id: session.id } })}
      />
    ),
  ),
];

/** Ends everything that the person signed in with or made for scripts, except this session. */
function SignOutElsewhere({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const [endTokens, setEndTokens] = useState(true);
  return (
    <ConfirmButton
      label="Sign out everywhere else"
      title="Sign out everywhere else?"
      busy="Signing out…"
      send={async () => {
        await endOtherSessionsMutation().mutationFn({
          query: { end_tokens: endTokens ? 'true' : 'false' },
        });
        onDone();
      }}
    >
      <p>All other sessions end, and other browsers are unknown until you sign in there again.</p>
      {user.kind === 'operator' && (
        <CheckField
          label="Also revoke my operator tokens"
          checked={endTokens}
          onChange={(event) => setEndTokens(event.currentTarget.checked)}
        />
      )}
    </ConfirmButton>
  );
}

/** Renders the browsers in which a person is signed in. */
export function SessionsSection() {
  const query = useQuery(listSessionsOptions());
  const [isReviewing, setReviewing] = useState(false);
  return (
    <SectionCard title="Signed in" aside={<SignOutElsewhere onDone={() => setReviewing(true)} />}>
      {isReviewing && <FactorReview />}
      <ListView
        query={query}
        what="Sessions"
        columns={COLUMNS}
        empty="You are not signed in anywhere."
      />
    </SectionCard>
  );
}

/** Renders what outlives signing out elsewhere. */
function FactorReview() {
  const query = useQuery(listOwnFactorsOptions());
  return (
    <div role="status">
      <Notice tone="waiting" title="You are signed out everywhere else. Are these all yours?">
        <p>They still open your account. Remove what someone else added.</p>
        <FactorList
          query={query}
          removal={({ passkey_id: id }) =>
            id === null
              ? () => disableTotpMutation().mutationFn(undefined)
              : () => removePasskeyMutation().mutationFn({ path: { id } })
          }
        />
      </Notice>
    </div>
  );
}
