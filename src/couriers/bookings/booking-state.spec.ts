import type { FoundBooking } from '../courier-gateway.js';
import { BOOKING_STATES } from './courier-booking.entity.js';
import {
  afterFinding,
  afterRefusal,
  afterSilence,
  afterStep,
  afterUncanceled,
  afterUnknown,
  NEXT_STATES,
  releasedTo,
  workOf,
  type BookingFacts,
} from './booking-state.js';

const rules = { settleMs: 60_000 };
const booking = (facts: Partial<BookingFacts> = {}): BookingFacts => ({
  state: 'calling',
  step: 'order',
  reference: 'B0123456789AB',
  awb: null,
  courierRef: null,
  tries: 1,
  nones: 0,
  unansweredMs: null,
  ...facts,
});
const found = (facts: Partial<FoundBooking> = {}): FoundBooking => ({
  step: 'done',
  awb: '123',
  reference: 'B0123456789AB',
  isCanceled: false,
  ...facts,
});

describe('the work of a booking', () => {
  it.each([
    [
      'a booking that is wanted is called',
      { state: 'wanted', step: null },
      { kind: 'step', step: 'order' },
    ],
    ['the next step is called', { step: 'awb' }, { kind: 'step', step: 'awb' }],
    [
      'a call without an answer is left to settle',
      { unansweredMs: 59_000 },
      { kind: 'wait', ms: 1_000 },
    ],
    ['then the courier is asked', { unansweredMs: 60_000 }, { kind: 'find' }],
    [
      'also about a booking that is to be canceled',
      { state: 'canceling', unansweredMs: 60_000 },
      { kind: 'find' },
    ],
    [
      'a booking that is known to exist is canceled',
      { state: 'canceling', awb: '123' },
      { kind: 'cancel' },
    ],
    [
      'also one without an AWB yet',
      { state: 'canceling', courierRef: { id: 1 } },
      { kind: 'cancel' },
    ],
    ['what was never called has ended', { state: 'canceling' }, { kind: 'end' }],
  ] as const)('%s', (_, facts, work) => {
    expect(workOf(booking(facts), rules)).toEqual(work);
  });
});

describe('the answer to a step', () => {
  it('with an AWB books', () => {
    const progress = { step: 'done', awb: '123', courierName: 'Blue', routing: 'X/1' } as const;
    const change = afterStep(booking(), progress, rules);
    expect(change).toMatchObject({
      state: 'booked',
      awb: '123',
      courierName: 'Blue',
      dueInMs: null,
      step: null,
    });
  });

  it('keeps the waybill that was taken in advance', () => {
    expect(afterStep(booking({ awb: '77' }), { step: 'done' }, rules)).toMatchObject({
      state: 'booked',
      awb: '77',
    });
  });

  it('names the next step, which is due at once', () => {
    const change = afterStep(booking({ tries: 3 }), { step: 'awb', ref: { id: 1 } }, rules);
    expect(change).toMatchObject({
      state: 'calling',
      step: 'awb',
      courierRef: { id: 1 },
      tries: 0,
      dueInMs: 0,
    });
  });

  it('to a repeated call lets the courier be asked once more for a second AWB', () => {
    const done = { step: 'done', awb: '123' } as const;
    expect(afterStep(booking({ tries: 1 }), done, rules).dueInMs).toBeNull();
    const again = afterStep(booking({ tries: 2 }), done, rules);
    expect(again).toMatchObject({ state: 'booked', dueInMs: 600_000 });
    const booked = booking({ state: 'booked', awb: '123' });
    expect(workOf(booked, rules)).toEqual({ kind: 'find' });
    for (const answer of [found(), found({ isCanceled: true }), null]) {
      const change = { state: 'booked', dueInMs: null, isAnswered: true };
      expect(afterFinding(booked, answer, rules)).toEqual(change);
    }
    expect(afterSilence(booked, rules)).toMatchObject({ state: 'booked', dueInMs: 60_000 });
  });

  it('of a booking that is to be canceled only tells its AWB', () => {
    const done = { step: 'done', awb: '123' } as const;
    const change = afterStep(booking({ state: 'canceling' }), done, rules);
    expect(change).toMatchObject({ state: 'canceling', awb: '123', dueInMs: 0, isAnswered: true });
  });

  it('that is missing leaves the outcome open until the settling time', () => {
    expect(afterUnknown(booking(), rules)).toEqual({
      state: 'unknown',
      dueInMs: 60_000,
      isAnswered: false,
    });
    expect(afterUnknown(booking({ state: 'canceling' }), rules)).toMatchObject({
      state: 'canceling',
    });
  });

  it.each([
    ['bad_pincode', 'calling', 'refused'],
    ['no_money_at_courier', 'calling', 'needs_person'],
    ['toString', 'calling', 'refused'],
    ['bad_pincode', 'canceling', 'canceled'],
  ] as const)('refused with %s makes %s %s', (code, before, state) => {
    const change = afterRefusal(booking({ state: before }), { code, words: 'No.' });
    expect(change).toMatchObject({
      state,
      problemCode: code,
      problemWords: 'No.',
      isAnswered: true,
    });
  });
});

describe('the answer to a question', () => {
  const unknown = (facts: Partial<BookingFacts> = {}) =>
    booking({ state: 'unknown', unansweredMs: 60_000, ...facts });

  it('with our booking is the answer to the call', () => {
    expect(afterFinding(unknown(), found(), rules)).toMatchObject({ state: 'booked', awb: '123' });
    const step = found({ step: 'awb', ref: { id: 1 } });
    expect(afterFinding(unknown(), step, rules)).toMatchObject({ state: 'calling', step: 'awb' });
  });

  it('with our booking, but without the step that was taken, is the answer none', () => {
    const step = found({ step: 'awb', ref: { id: 1 } });
    const first = unknown({ step: 'awb', tries: 1 });
    expect(afterFinding(first, step, rules)).toMatchObject({ state: 'wanted', isAnswered: true });
    const second = afterFinding({ ...first, tries: 2 }, step, rules);
    expect(second).toMatchObject({ state: 'unknown', nones: 1, isAnswered: false });
    const canceling = afterFinding({ ...first, state: 'canceling' }, step, rules);
    expect(canceling).toMatchObject({ state: 'canceling', dueInMs: 0, isAnswered: true });
  });

  it('with none allows one more call, and from the second call on only if it is said twice', () => {
    const first = afterFinding(unknown(), null, rules);
    expect(first).toMatchObject({ state: 'wanted', isAnswered: true });
    const once = afterFinding(unknown({ tries: 2 }), null, rules);
    expect(once).toEqual({ state: 'unknown', nones: 1, dueInMs: 60_000, isAnswered: false });
    const twice = afterFinding(unknown({ tries: 2, nones: 1 }), null, rules);
    expect(twice).toMatchObject({ state: 'wanted', nones: 0 });
  });

  it('with none after five calls is left to a person', () => {
    const change = afterFinding(unknown({ tries: 5, nones: 1 }), null, rules);
    expect(change).toMatchObject({ state: 'needs_person', problemCode: 'unknown_too_long' });
  });

  it('with the booking of another takes the AWB away, so that nothing cancels it', () => {
    const other = found({ reference: 'B9999999999ZZ' });
    const change = afterFinding(unknown({ awb: '123' }), other, rules);
    expect(change).toMatchObject({
      state: 'needs_person',
      problemCode: 'duplicate_of_another',
      awb: null,
    });
    const canceling = afterFinding(unknown({ state: 'canceling', awb: '123' }), other, rules);
    expect(canceling).toMatchObject({ state: 'canceled', awb: null });
  });

  it('with a canceled booking begins another attempt', () => {
    const change = afterFinding(unknown({ awb: '123' }), found({ isCanceled: true }), rules);
    expect(change).toMatchObject({ state: 'wanted', isNewAttempt: true, awb: null });
  });

  it.each([
    ['none', null, 'canceled'],
    ['a canceled one', found({ isCanceled: true }), 'canceled'],
    ['a live one', found(), 'canceling'],
  ] as const)(
    'with %s about a booking that is to be canceled makes it %3$s',
    (_, answer, state) => {
      const change = afterFinding(unknown({ state: 'canceling' }), answer, rules);
      expect(change).toMatchObject({ state, isAnswered: true });
    },
  );

  it('that is missing is waited for, for half an hour', () => {
    expect(afterSilence(unknown(), rules)).toMatchObject({ state: 'unknown', isAnswered: false });
    const late = afterSilence(unknown({ unansweredMs: 30 * 60_000 }), rules);
    expect(late).toMatchObject({ state: 'needs_person', problemCode: 'unknown_too_long' });
    const canceling = unknown({ state: 'canceling', unansweredMs: 30 * 60_000 });
    expect(afterSilence(canceling, rules)).toMatchObject({ state: 'canceling' });
  });
});

it('a cancellation without an answer is repeated ever more seldom', () => {
  const delays = [0, 1, 2, 3, 4, 9].map((tries) => {
    const change = afterUncanceled(booking({ state: 'canceling', tries }), rules);
    expect(change).toMatchObject({ state: 'canceling', tries: tries + 1 });
    return Math.round(Math.log2(change.dueInMs! / 1_000));
  });
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
});

describe('a released booking', () => {
  it.each([
    ['was never called', { state: 'wanted', step: null, tries: 0 }, 'canceled'],
    ['has a waybill that was never used', { state: 'wanted', tries: 0, awb: '123' }, 'canceled'],
    [
      'has a waybill of a call that may be executed',
      { state: 'wanted', tries: 1, awb: '123' },
      'canceling',
    ],
    ['was refused', { state: 'refused', awb: '123' }, 'canceled'],
    ['may be executed', { state: 'calling', calledAt: new Date() }, 'canceling'],
    ['has an order but no AWB', { state: 'calling', courierRef: { id: 1 } }, 'canceling'],
    ['has an AWB', { state: 'booked', awb: '123' }, 'canceling'],
  ] as const)('that %s becomes %3$s', (_, facts, state) => {
    expect(releasedTo({ calledAt: null, ...booking(facts) })).toBe(state);
  });
});

it('no state follows from nothing, and every state leads to an end', () => {
  const reached = new Set(Object.values(NEXT_STATES).flat());
  expect(BOOKING_STATES.filter((state) => !reached.has(state))).toEqual([]);
  const ends = (state: (typeof BOOKING_STATES)[number], seen: readonly string[] = []): boolean =>
    ['canceled', 'handed_over'].includes(state) ||
    NEXT_STATES[state].some((next) => !seen.includes(next) && ends(next, [...seen, state]));
  expect(BOOKING_STATES.filter((state) => !ends(state))).toEqual([]);
});
