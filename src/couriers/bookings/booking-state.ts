import type {
  BookingProgress,
  BookingStep,
  CourierRules,
  FoundBooking,
} from '../courier-gateway.js';
import type { BookingState, CourierBooking } from './courier-booking.entity.js';

/** The states that can follow each state. */
export const NEXT_STATES: Readonly<Record<BookingState, readonly BookingState[]>> = {
  wanted: ['calling', 'refused', 'canceling', 'canceled'],
  calling: ['booked', 'unknown', 'refused', 'needs_person', 'canceling'],
  unknown: ['booked', 'calling', 'wanted', 'needs_person', 'canceling'],
  booked: ['handed_over', 'canceling', 'needs_person'],
  refused: ['wanted', 'canceled'],
  needs_person: ['wanted', 'unknown', 'booked', 'handed_over', 'canceling', 'canceled'],
  canceling: ['canceled', 'needs_person', 'handed_over'],
  // A late answer may name an AWB after the end: it is canceled, too.
  canceled: ['canceling'],
  // An operator notes that it was not handed over after all.
  handed_over: ['canceling'],
};

/** Why the service must not decide about a booking. */
export const PERSON_CODES = {
  unknown_too_long:
    'The courier did not say for 30 minutes, or after five calls, whether it is booked',
  two_awbs: 'The courier gave a second AWB, which could not be canceled',
  cancel_refused: 'The courier refused to cancel it',
  moving_but_canceled: 'It was to be canceled, but the courier has it already',
  picked_up_not_shippable: 'The courier has it, but the order cannot be shipped',
  keys_refused: 'The courier does not accept the keys of the account',
  no_money_at_courier: 'The account with the courier has too little money',
  pickup_place_unknown: 'The courier does not know the pick-up place of the account',
  duplicate_of_another: 'The courier has another booking with its AWB or reference',
} as const;
export type PersonCode = keyof typeof PERSON_CODES;

/** What may be on its way to a truck. Units of these states cannot be booked again; for `needs_person` while they can be shipped. */
export const LIVE_STATES = ['wanted', 'calling', 'unknown', 'booked', 'needs_person'] as const;

/**
 * Delays before each further call of a step, as multiples of the settling time. After the last call a person decides.
 * - if it is a minute: 5 s, 30 s, 2 minutes, 10 minutes, 30 minutes
 */
const DELAYS = [1 / 12, 1 / 2, 2, 10, 30];
/** Time after a repeated call at which the courier is asked for a second AWB, as a multiple of the settling time. */
const SECOND_LOOK = 10;
/** Time without an answer until a person decides. */
const UNKNOWN_MS = 30 * 60_000;
const ASK_WITHIN_MS = 10 * 60_000;

/** What decides about a booking's next call. */
export type BookingFacts = Pick<
  CourierBooking,
  'state' | 'step' | 'reference' | 'awb' | 'courierRef' | 'tries' | 'nones'
> & {
  /** Time since the call that was not answered yet, in milliseconds; null: each call was answered. */
  unansweredMs: number | null;
};

/** What the job does with a due booking. */
export type BookingWork =
  | { kind: 'wait'; ms: number }
  | { kind: 'step'; step: BookingStep }
  | { kind: 'find' }
  | { kind: 'cancel' }
  | { kind: 'end' };

/** A change of a booking by an answer, or by the lack of one. */
export type BookingChange = Partial<
  Pick<
    CourierBooking,
    | 'step'
    | 'awb'
    | 'courierName'
    | 'courierRef'
    | 'routing'
    | 'freightMinor'
    | 'tries'
    | 'nones'
    | 'problemCode'
    | 'problemWords'
  >
> & {
  state: BookingState;
  /** Time until the booking is due again; null: it is not. */
  dueInMs: number | null;
  /** True: the call is not executed any more, or its outcome is known. */
  isAnswered: boolean;
  /** True: it is sent again under a new reference. */
  isNewAttempt?: boolean;
};

/**
 * Says what is to be done with a due booking.
 * - a call that was not answered can still be executed until the settling time has passed
 * - so the courier is asked only then, and called again only after it said that it has no such booking
 */
export function workOf(
  booking: BookingFacts,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingWork {
  const { unansweredMs } = booking;
  if (unansweredMs !== null) {
    return unansweredMs < settleMs
      ? { kind: 'wait', ms: settleMs - unansweredMs }
      : { kind: 'find' };
  }
  if (booking.state === 'booked') return { kind: 'find' };
  if (booking.state !== 'canceling') return { kind: 'step', step: booking.step ?? 'order' };
  return wasSent(booking) ? { kind: 'cancel' } : { kind: 'end' };
}

/** Decides by the courier's answer to a step. */
export function afterStep(
  booking: BookingFacts,
  progress: BookingProgress,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingChange {
  const known = {
    awb: progress.awb ?? booking.awb,
    courierRef: progress.ref ?? booking.courierRef,
    ...(progress.courierName !== undefined && { courierName: progress.courierName }),
    ...(progress.freightMinor !== undefined && { freightMinor: progress.freightMinor }),
    ...(progress.routing !== undefined && { routing: progress.routing }),
    tries: 0,
    nones: 0,
    problemCode: null,
    problemWords: null,
    isAnswered: true,
  };
  if (booking.state === 'canceling') return { ...known, state: 'canceling', dueInMs: 0 };
  if (progress.step === 'done') {
    return { ...known, state: 'booked', step: null, dueInMs: secondLookIn(booking, settleMs) };
  }
  return { ...known, state: 'calling', step: progress.step, dueInMs: 0 };
}

/** Decides after a call of a step that was not answered, or whose answer says nothing. */
export function afterUnknown(
  { state }: BookingFacts,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingChange {
  const next = state === 'canceling' ? state : 'unknown';
  return { state: next, dueInMs: settleMs, isAnswered: false };
}

/** Decides after the courier declined a step, and so did nothing. */
export function afterRefusal(
  { state, awb }: BookingFacts,
  { code, words }: { code: string; words: string },
): BookingChange {
  const problem = { problemCode: code.slice(0, 60), problemWords: words.slice(0, 300) };
  const known = {
    ...problem,
    awb,
    step: null,
    tries: 0,
    nones: 0,
    dueInMs: null,
    isAnswered: true,
  };
  if (state === 'canceling') return { ...known, state: 'canceled' };
  return { ...known, state: Object.hasOwn(PERSON_CODES, code) ? 'needs_person' : 'refused' };
}

/** Decides by what the courier has; null: it has none. */
export function afterFinding(
  booking: BookingFacts,
  found: FoundBooking | null,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingChange {
  // It is asked once more for a second AWB alone.
  if (booking.state === 'booked') return { state: 'booked', dueInMs: null, isAnswered: true };
  const isCanceling = booking.state === 'canceling';
  if (found === null) {
    if (isCanceling) return { state: 'canceled', dueInMs: null, isAnswered: true };
    return afterNone(booking, settleMs);
  }
  if (found.reference !== null && found.reference !== booking.reference) {
    // The AWB is not ours, so nothing may cancel it.
    if (isCanceling) return { ...BLANK, state: 'canceled', dueInMs: null };
    return { ...person('duplicate_of_another'), ...BLANK };
  }
  if (found.isCanceled) {
    if (isCanceling) return { state: 'canceled', dueInMs: null, isAnswered: true };
    return { ...BLANK, state: 'wanted', dueInMs: 0, isNewAttempt: true };
  }
  // The courier has what came before, but this step was not taken.
  if (!isCanceling && found.step === booking.step) return afterNone(booking, settleMs);
  return afterStep(booking, found, { settleMs });
}

/** Decides after the courier could not be asked what it has. */
export function afterSilence(
  { state, unansweredMs }: BookingFacts,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingChange {
  if (state === 'booked') return { state, dueInMs: settleMs, isAnswered: true };
  const ageMs = unansweredMs ?? 0;
  if (state !== 'canceling' && ageMs >= UNKNOWN_MS) return person('unknown_too_long');
  const dueInMs = Math.min(Math.max(ageMs / 4, DELAYS[0]! * settleMs), ASK_WITHIN_MS);
  const next = state === 'canceling' ? state : 'unknown';
  return { state: next, dueInMs: spread(dueInMs), isAnswered: false };
}

/** Decides after the courier did not say whether it has canceled: the request is repeated, ever more seldom. */
export function afterUncanceled(
  { tries }: BookingFacts,
  { settleMs }: Pick<CourierRules, 'settleMs'>,
): BookingChange {
  const delay = DELAYS[Math.min(tries, DELAYS.length - 1)]!;
  const dueInMs = spread(delay * settleMs);
  return { state: 'canceling', tries: tries + 1, dueInMs, isAnswered: true };
}

/** Says which state a released booking takes: what was never bought has ended. */
export function releasedTo(
  booking: Omit<BookingFacts, 'unansweredMs'> & Pick<CourierBooking, 'calledAt'>,
): BookingState {
  return booking.calledAt !== null || wasSent(booking) ? 'canceling' : 'canceled';
}

/** Returns true if the courier may know of a booking. A waybill that was only set aside is not bought. */
function wasSent({ state, awb, courierRef, tries }: Omit<BookingFacts, 'unansweredMs'>): boolean {
  if (state === 'refused') return false;
  return courierRef !== null || (awb !== null && (state !== 'wanted' || tries > 0));
}

const BLANK = { step: null, awb: null, courierRef: null, tries: 0, nones: 0, isAnswered: true };

function afterNone({ tries, nones }: BookingFacts, settleMs: number): BookingChange {
  const said = nones + 1;
  // A second call that was executed late would be found by none but the second question.
  const needed = tries > 1 ? 2 : 1;
  if (said < needed) return { state: 'unknown', nones: said, dueInMs: settleMs, isAnswered: false };
  const delay = DELAYS[tries - 1];
  if (delay === undefined || tries === DELAYS.length) return person('unknown_too_long');
  const dueInMs = spread(delay * settleMs);
  return { state: 'wanted', nones: 0, dueInMs, isAnswered: true };
}

function person(code: PersonCode): BookingChange {
  const state = 'needs_person';
  return { state, problemCode: code, problemWords: null, dueInMs: null, isAnswered: false };
}

/** A call that was repeated may have been executed twice, the first one late: then the courier is asked once more. */
function secondLookIn({ tries }: BookingFacts, settleMs: number): number | null {
  return tries > 1 ? SECOND_LOOK * settleMs : null;
}

/** Spreads times by a fifth, so that what failed together is not tried again together. */
function spread(ms: number): number {
  return Math.round(ms * (0.8 + Math.random() * 0.4));
}
