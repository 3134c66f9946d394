import { pickupSlot } from './pickup-slot.js';

describe('a pick-up of 24 December', () => {
  it.each([
    ['asked for in the morning, is in the slot', '2026-12-24T09:00:00', '2026-12-24', '14:00:00'],
    ['asked for the day before, is in the slot', '2026-12-23T23:30:00', '2026-12-24', '14:00:00'],
    ['asked for in the slot, is an hour later', '2026-12-24T15:10:00', '2026-12-24', '16:10:00'],
  ])('%s', (_, now, date, time) => {
    const slot = pickupSlot('2026-12-24', new Date(`${now}+05:30`));
    expect(slot).toEqual({ pickup_date: date, pickup_time: time });
  });

  it('has no time left in its last hour', () => {
    expect(pickupSlot('2026-12-24', new Date('2026-12-24T23:30:00+05:30'))).toBeNull();
  });
});
