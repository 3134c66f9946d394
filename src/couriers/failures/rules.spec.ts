import { answerBy, sendAt } from './rules.js';

describe('the time to answer a failed delivery', () => {
  it.each([
    ['24 hours', '2026-11-28T11:00:00+05:30', null, '2026-11-29T11:00:00+05:30'],
    ["until the courier's hour", '2026-11-28T11:00:00+05:30', 21, '2026-11-28T21:00:00+05:30'],
    ['until that of the next day', '2026-11-28T21:30:00+05:30', 21, '2026-11-29T21:00:00+05:30'],
    // In UTC it is still the day before.
    ["by the shop's day", '2026-11-28T01:00:00+05:30', 21, '2026-11-28T21:00:00+05:30'],
  ])('is %s', (_, failedAt, answersUntilHour, expected) => {
    expect(answerBy(new Date(failedAt), { answersUntilHour })).toEqual(new Date(expected));
  });
});

describe('an answer', () => {
  const decided = new Date('2026-11-28T12:00:00+05:30');
  const deadline = new Date('2026-11-28T21:00:00+05:30');

  it('is sent at once, or after the hour of a courier that has one', () => {
    expect(sendAt(decided, deadline, { answersUntilHour: null })).toEqual(decided);
    expect(sendAt(decided, deadline, { answersUntilHour: 21 })).toEqual(deadline);
  });
});
