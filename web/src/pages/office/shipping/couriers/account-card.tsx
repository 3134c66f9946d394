import type { CourierAccountDto, CourierPushKeyDto } from '../../../../api/generated/admin-types';
import {
  deleteCourierAccountMutation,
  replaceCourierAccountMutation,
  replaceCourierPushKeyMutation,
} from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { CopyButton } from '../../../../shared/copy-button';
import { FactList } from '../../../../shared/fact-list';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ChangeAccount } from './account-forms';
import { CheckAccount } from './check-account';
import { ENVIRONMENTS, MODES, PAUSES, savedAs } from './account-values';
import classes from './couriers.module.css';

const MISSING = {
  keys: 'its keys',
  check: 'a check that passes',
  pickup_place: 'a pick-up place',
} as const;

const WARNINGS: Readonly<Record<string, string>> = {
  not_https:
    'The address of updates is not https, so its secret can be read on the way. Set PUBLIC_URL to an https address.',
  refused_word:
    'The address of updates contains “sr” or “kr”, which Shiprocket refuses. Give the service another host name, or ask Shiprocket.',
};

interface AccountProps {
  account: CourierAccountDto;
}

/** Renders an account with a courier, and what can be done with it. */
export function AccountCard({
  account,
  onPushKey,
}: AccountProps & { onPushKey: (key: CourierPushKeyDto) => void }) {
  const mayWrite = useMay('couriers:write');
  return (
    <SectionCard
      title={account.name}
      aside={
        mayWrite && (
          <span className="actions">
            <ChangeAccount account={account} />
            <ReplacePushKey account={account} onPushKey={onPushKey} />
            {account.active && <StopBookings account={account} />}
            <DeleteAccount account={account} />
          </span>
        )
      }
    >
      <div className={classes.account}>
        <AccountNotices account={account} />
        <AccountFacts account={account} />
        {mayWrite && <CheckAccount account={account} />}
      </div>
    </SectionCard>
  );
}

function AccountFacts({ account }: AccountProps) {
  const { push, keys, pickup_name: place, pickup_pincode: pincode } = account;
  const shownKeys = keys.map(
    ({ label, set, last4 }) =>
      `${label}: ${set ? (last4 === null ? 'entered' : `…${last4}`) : 'not entered'}`,
  );
  return (
    <FactList
      facts={[
        ['State', <StatusOf {...stateOf(account)} />],
        ['Added', <RelativeTime at={account.created_at} />],
        ['Courier', `${account.label}, ${ENVIRONMENTS[account.environment]}`],
        ['Keys', shownKeys.join(', ')],
        ['Picks up at', place === null ? null : [place, pincode].filter(Boolean).join(', ')],
        ['Sends by', MODES[account.mode]],
        ['Last check that passed', <RelativeTime at={account.checked_at} />],
        [
          'Address of updates',
          push.url && (
            <span className={classes.address}>
              {push.url} <CopyButton value={push.url} what="the address of updates" />
            </span>
          ),
        ],
        ['Header with its secret', `${push.header}; Authorization works, too`],
        ['Last update from the courier', <RelativeTime at={push.last_push_at} />],
        ['Open bookings', account.live_bookings],
      ]}
    />
  );
}

function AccountNotices({ account }: AccountProps) {
  const { push, check_problem: problem, pause_reason: pause, unknown_codes: codes } = account;
  return (
    <>
      {pause !== null && <Notice tone="bad" title={PAUSES[pause] ?? `It waits: ${pause}`} />}
      {problem !== null && <Notice tone="bad" title={`The last check found: ${problem}`} />}
      {push.warnings.map((warning) => (
        <Notice key={warning} tone="waiting" title={WARNINGS[warning] ?? warning} />
      ))}
      {codes.length > 0 && (
        <Notice tone="calm" title="The courier sends codes that the service does not know">
          <p className="soft small">They are kept, and move nothing. Tell the developers.</p>
          <ul>
            {codes.map(({ code, words, count }) => (
              <li key={code}>
                {code}: {words} ({count} times)
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function ReplacePushKey({
  account: { id, name },
  onPushKey,
}: AccountProps & { onPushKey: (key: CourierPushKeyDto) => void }) {
  return (
    <ConfirmButton
      label="New address of updates"
      aria-label={`New address of updates of ${name}`}
      title={`Replace the address of ${name}’s updates`}
      action="Replace it"
      busy="Replacing…"
      send={async () => {
        const { data } = await replaceCourierPushKeyMutation().mutationFn({ path: { id } });
        onPushKey(data);
      }}
    >
      <p>
        Enter the new address and its secret at the courier within a day. Until then, the ones
        before are accepted, too.
      </p>
    </ConfirmButton>
  );
}

function StopBookings({ account }: AccountProps) {
  return (
    <ConfirmButton
      label="Stop bookings"
      aria-label={`Stop bookings with ${account.name}`}
      title={`Book nothing more with ${account.name}`}
      action="Stop bookings"
      busy="Saving…"
      send={() =>
        replaceCourierAccountMutation().mutationFn({
          path: { id: account.id },
          body: { ...savedAs(account), active: false },
        })
      }
    >
      <p>What is on the way is still followed. You can use the account again at any time.</p>
    </ConfirmButton>
  );
}

function DeleteAccount({ account: { id, name } }: AccountProps) {
  return (
    <ConfirmButton
      label="Delete"
      aria-label={`Delete ${name}`}
      title={`Delete ${name}`}
      action={`Delete ${name}`}
      busy="Deleting…"
      isDangerous
      send={() => deleteCourierAccountMutation().mutationFn({ path: { id } })}
    >
      <p>Its keys are gone afterwards. An account that was used cannot be deleted.</p>
    </ConfirmButton>
  );
}

function stateOf({ active, missing, pause_reason: pause }: CourierAccountDto): StatusRow {
  if (pause !== null) return { tone: 'bad', label: 'Waits' };
  if (active) return { tone: 'ok', label: 'Used for bookings' };
  const needs = missing.map((what) => MISSING[what as keyof typeof MISSING]);
  const words = new Intl.ListFormat('en').format(needs);
  return needs.length === 0
    ? { tone: 'calm', label: 'Not used for bookings' }
    : { tone: 'waiting', label: `Not used yet: it needs ${words}` };
}
