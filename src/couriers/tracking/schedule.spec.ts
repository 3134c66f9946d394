import {
  isNotPickedUp,
  isSilent,
  nextAskAt,
  questionsLeft,
  type AskedShipment,
} from './schedule.js';

const NOW = new Date('2026-11-28T06:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const shipment = (change: Partial<AskedShipment>): AskedShipment => ({
  state: 'in_transit',
  phase: 1,
  newsAt: hoursAgo(1),
  handedOverAt: hoursAgo(30),
  wasEnded: false,
  ...change,
});
const hoursUntilNext = (change: Partial<AskedShipment>): number | null => {
  const next = nextAskAt(shipment(change), NOW);
  return next && (next.getTime() - NOW.getTime()) / 3_600_000;
};

describe('the next question about a shipment', () => {
  it.each<[number, Partial<AskedShipment>]>([
    [8, { state: 'handed_over', phase: 0 }],
    [4, { state: 'picked_up' }],
    [4, { state: 'at_destination' }],
    [2, { state: 'out_for_delivery' }],
    [2, { state: 'failed_attempt' }],
    [12, { state: 'returning', phase: 2 }],
    [24, { state: 'delivered', phase: 3 }],
    [24, { state: 'out_for_delivery', handedOverAt: hoursAgo(20 * 24) }],
    [24, { state: 'in_transit', newsAt: hoursAgo(45 * 24) }],
  ])('comes after %d hours for %p', (hours, change) => {
    expect(hoursUntilNext(change)).toBe(hours);
  });

  it('is the last one about an end that was known, and about what was silent for 90 days', () => {
    expect(hoursUntilNext({ state: 'delivered', phase: 3, wasEnded: true })).toBeNull();
    expect(
      hoursUntilNext({ newsAt: hoursAgo(90 * 24), handedOverAt: hoursAgo(90 * 24) }),
    ).toBeNull();
  });
});

describe('a shipment', () => {
  it('is silent after 45 days without news, unless it has ended', () => {
    expect(isSilent(shipment({ newsAt: hoursAgo(45 * 24) }), NOW)).toBe(true);
    expect(isSilent(shipment({ newsAt: hoursAgo(44 * 24) }), NOW)).toBe(false);
    expect(isSilent(shipment({ phase: 3, newsAt: hoursAgo(45 * 24) }), NOW)).toBe(false);
  });

  it('is not picked up if two days after the hand-over there is no scan', () => {
    expect(isNotPickedUp(shipment({ phase: 0, handedOverAt: hoursAgo(48) }), NOW)).toBe(true);
    expect(isNotPickedUp(shipment({ phase: 0, handedOverAt: hoursAgo(47) }), NOW)).toBe(false);
    expect(isNotPickedUp(shipment({ phase: 1, handedOverAt: hoursAgo(48) }), NOW)).toBe(false);
  });
});

it('Questions use at most half of what a courier allows', () => {
  expect(questionsLeft(750, 0)).toBe(375);
  expect(questionsLeft(750, 374)).toBe(1);
  expect(questionsLeft(750, 700)).toBe(0);
  expect(questionsLeft(3, 0)).toBe(1);
});
