import type { BankLineDto, ReportedLineDto } from '../../../../api/generated/admin-types';
import { capitalized } from '../../../../../../src/platform/table-export/name-words.ts';
import { formatDay, formatMoney, plural } from '../../../../shared/format';
import { Status, type StatusRow, type Tone } from '../../../../shared/status';
import { WaitsForApproval } from '../approvals/waits-for-approval';
import classes from './bank.module.css';
import { isLate } from './line-columns';

/** States of a line; those that wait for a person come first. */
export const LINE_STATES: Record<BankLineDto['state'], StatusRow> = {
  suggested: { tone: 'waiting', label: 'To decide' },
  unmatched: { tone: 'waiting', label: 'Not explained' },
  matched: { tone: 'ok', label: 'Matched' },
  ignored: { tone: 'calm', label: 'Ignored' },
};

/** Suggestions of money that was taken back or that came under a false name: these are red. */
const ALARMING = new Set([
  'returned_payment',
  'return_differs',
  'return_unclear',
  'other_client_named',
]);

const REASONS: Record<string, string> = {
  amount_differs: 'Claimed with another amount',
  ambiguous: 'Several clients or receipts match',
  other_client_named: 'Names another client than the one that claims it, or another one claimed it',
  names_client: 'Not claimed',
  named_like: 'Named like a client',
  names_clients: 'Several clients: choose',
  tax_deducted: 'Less than the claim by the tax that the client deducts',
  receipt_differs: 'The receipt with its reference has another amount',
  receipt_reversed: 'The receipt with its reference was reversed',
  receipt_similar: 'A receipt may be the same money: credit the line, and say whether it is',
  reference_letters: 'Its reference has letters other than A to Z: compare it with the bank',
  reference_used: 'The receipt with its reference has another line',
  returned_payment: 'A returned payment: its receipt still counts',
  return_differs: 'A returned payment of another amount than its receipt',
  return_unclear: 'Returned: choose its receipt',
  payout_differs: 'The payout or settlement with its reference has another amount',
  payout_returned: 'A payout that the bank returned: credit it to its client again',
  booking_returned: 'A payment of your own that came back: book it to the same account',
  return_unbooked: 'The payment that it returns is not booked yet, or has another number',
  account_differs: 'Recorded on another bank account',
  bank_charge: 'Reads like a charge',
  interest: 'Reads like interest',
  own_account: 'Has the number of another own account',
  unproven: 'Claimed, but the balances of its statement do not add up: confirm it yourself',
  date_differs: 'Claimed for another day: confirm it yourself',
  refused: 'Crediting it was refused',
};

/** What one press does with a line, by the reason of its suggestion. */
const OFFERS: Record<string, string> = {
  names_client: 'Credit to its client',
  named_like: 'Credit to its client',
  tax_deducted: 'Credit to its client',
  payout_returned: 'Credit to its client',
  returned_payment: 'Reverse its receipt',
  booking_returned: 'Book it back to its account',
  bank_charge: 'Bank charge',
  interest: 'Interest',
  own_account: 'Transfer between own accounts',
};

/** What becomes of a line that needs no decision. */
const ACTS = {
  confirm: 'Confirms a transfer',
  match: 'Recorded already',
  clear: 'Clears a cheque in hand',
};

const KINDS: Record<string, string> = {
  receipt: 'Receipt',
  payout: 'Payout',
  settlement: 'Settlement of the gateway',
  bank_charge: 'Charge of the bank',
  clearing: 'Cheque',
  other: 'Other account',
  suspense: 'Suspense',
  opening: 'Receipt from before the upgrade',
};

/** Renders the state of a line, why it is so, and the client that it is about. */
export function LineState({ line }: { line: BankLineDto }) {
  const { state, suggestion, matched, in_suspense: inSuspense } = line;
  const { label } = LINE_STATES[state];
  if (line.waiting_approval_id !== null) return <WaitsForApproval />;
  return (
    <StateText
      tone={toneOf(line)}
      label={inSuspense ? `${label}, in suspense` : label}
      detail={detailOf(line)}
      client={matched?.client_name ?? suggestion?.client_name ?? null}
    />
  );
}

/** Renders what a line of a statement would become, before it is stored. */
export function Outlook({ line }: { line: ReportedLineDto }) {
  const { act, state, suggestion, client_name: client } = line;
  if (line.waiting_approval_id !== null) return <WaitsForApproval />;
  const offer = suggestion === null ? undefined : OFFERS[suggestion.reason];
  const decided = act === null || act === 'suggest' || act === 'none' ? undefined : ACTS[act];
  return (
    <StateText
      tone={toneOf(line)}
      label={decided ?? offer ?? LINE_STATES[state].label}
      detail={suggestion === null ? (line.is_new ? null : 'Stored already') : reasonOf(suggestion)}
      client={client ?? suggestion?.client_name ?? null}
    />
  );
}

interface StateTextProps {
  tone: Tone;
  label: string;
  detail: string | null;
  client: string | null;
}

function StateText({ tone, label, detail, client }: StateTextProps) {
  return (
    <div className={classes.line}>
      <Status tone={tone}>{label}</Status>
      <div className="soft small">
        {[detail, client].filter((text) => text !== null).join(' · ')}
      </div>
    </div>
  );
}

function toneOf({ state, suggestion }: Pick<BankLineDto, 'state' | 'suggestion'>): Tone {
  return suggestion !== null && ALARMING.has(suggestion.reason) ? 'bad' : LINE_STATES[state].tone;
}

function detailOf(line: BankLineDto): string | null {
  const { suggestion, matched, ignored_reason: ignored, date, booked_on: bookedOn } = line;
  const late = isLate(date, bookedOn) ? `booked ${formatDay(bookedOn)}` : null;
  const what =
    matched !== null ? entryName(matched) : suggestion === null ? ignored : reasonOf(suggestion);
  return [what, late].filter((text) => text !== null).join(' · ') || null;
}

/** Names the kind of an entry, or the account that it was booked to. */
export function entryName(
  entry: Pick<NonNullable<BankLineDto['matched']>, 'kind' | 'other_account' | 'is_reversal'>,
): string {
  const kind = entry.other_account ?? KINDS[entry.kind] ?? entry.kind;
  return entry.is_reversal ? `${kind}, reversed` : kind;
}

/** Says why a person decides about a line. */
export function reasonOf(suggestion: NonNullable<BankLineDto['suggestion']>): string {
  const { clients, order_number: order } = suggestion;
  if (clients.length > 0) return `${capitalized(clients.map(namedIn).join(', '))}: choose`;
  const reason = REASONS[suggestion.reason] ?? suggestion.reason;
  if (order !== null) return `${reason}, names ${order}`;
  const { tax_deducted: tax, days_apart: days } = suggestion;
  if (days !== null) return `${reason}, ${plural(days, 'day')} apart`;
  return tax === null ? reason : `${reason}: ${formatMoney(tax)}`;
}

/** Says what in a line names a client. */
function namedIn({
  name,
  named_by: by,
}: NonNullable<BankLineDto['suggestion']>['clients'][number]): string {
  if (by === null) return name;
  if (by.startsWith('WO-')) return `order ${by} of ${name}`;
  return /^CL\d+$/.test(by) ? `reference ${by} of ${name}` : `payer like ${name}`;
}
