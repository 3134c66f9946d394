import {
  at,
  event,
  HANDED_OVER,
  KeptHistory,
  receivedAt,
  times,
} from '../../../test/support/shop/kept-history.js';
import {
  SHIPMENT_EVENTS_MAX,
  SHIPMENT_STATES,
  withEvents,
  wordsOf,
  type ShipmentHistory,
} from './shipment-state.js';

describe('the events of a shipment', () => {
  it('that arrive late move it by their own time', () => {
    const kept = new KeptHistory();
    kept.tell([event('out_for_delivery', 60)], 'asked');
    kept.tell([event('in_transit', 50)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'out_for_delivery', bestAt: at(60) });
    kept.tell([event('failed_attempt', 60)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'failed_attempt' });
    kept.tell([event('out_for_delivery', 90)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'out_for_delivery' });
  });

  it('end it once the courier was asked, also about what it pushed', () => {
    const kept = new KeptHistory();
    expect(kept.tell([event('delivered', 9)], 'push')).toMatchObject({ mustAsk: true });
    expect(kept.whereabouts).toMatchObject({ state: 'handed_over' });
    const asked = kept.tell([event('delivered', 9)], 'asked');
    expect(asked).toMatchObject({ inserted: [], confirmed: [{ id: 1 }], mustAsk: false });
    expect(kept.whereabouts).toMatchObject({ state: 'delivered', deliveredAt: at(9) });
    expect(kept.tell([event('delivered', 9)], 'push')).toMatchObject({ mustAsk: false });
  });

  it('keep the first end, and name one that differs', () => {
    const kept = new KeptHistory();
    kept.tell([event('delivered', 9)], 'asked');
    const second = event('lost', 20);
    expect(kept.tell([second], 'push').differingEnd).toBeNull();
    expect(kept.tell([second], 'asked').differingEnd).toBe(second);
    expect(kept.tell([second], 'asked').differingEnd).toBeNull();
    expect(kept.whereabouts).toMatchObject({ state: 'delivered' });
  });

  it('deliver what was on its way back, if the return was revoked', () => {
    const kept = new KeptHistory();
    kept.tell([event('returning', 5), event('delivered', 4)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'delivered' });
  });

  it('of a booking that was not handed over say that the courier must be asked', () => {
    const waiting: ShipmentHistory = { events: [], whereabouts: null };
    const change = withEvents(waiting, [event('picked_up')], 'push', times);
    expect(change).toMatchObject({ whereabouts: null, mustAsk: true });
    expect(withEvents(waiting, [event(null)], 'push', times).mustAsk).toBe(false);
    expect(withEvents(waiting, [event('picked_up')], 'asked', times).mustAsk).toBe(false);
  });

  it.each([
    [
      'in the year 2099',
      new Date('2099-01-01T00:00:00Z'),
      "left (the courier's time: 2099-01-01T00:00:00.000Z)",
    ],
    ['before the booking', new Date(0), "left (the courier's time: 1970-01-01T00:00:00.000Z)"],
    ['that is no time', new Date(NaN), "left (the courier's time: none)"],
  ])('have the time of their receipt instead of one %s, once', (_, wrong, words) => {
    const kept = new KeptHistory();
    const told = event('in_transit', 0, { at: wrong, words: 'left' });
    kept.tell([told, told], 'push', { receivedAt, notBefore: HANDED_OVER });
    const later = { receivedAt: new Date(receivedAt.getTime() + 9e6), notBefore: HANDED_OVER };
    expect(kept.tell([told], 'push', later).inserted).toEqual([]);
    expect(kept.events).toMatchObject([{ at: receivedAt, words }]);
  });

  it('have the time of their receipt if the courier gives none, and no words about it', () => {
    const kept = new KeptHistory();
    const told = event('in_transit', 0, { at: null });
    kept.tell([told, told], 'asked');
    expect(kept.events).toMatchObject([{ at: receivedAt, words: null }]);
  });

  it('keep a time that is a little ahead', () => {
    const ahead = new Date(receivedAt.getTime() + 9 * 60_000);
    const { inserted } = new KeptHistory().tell([event('in_transit', 0, { at: ahead })], 'push');
    expect(inserted).toMatchObject([{ row: { at: ahead } }]);
  });

  it('are cut to what is stored, without what PostgreSQL cannot store', () => {
    const told = event(null, 0, {
      code: 'c'.repeat(99),
      words: `\u0000${'w'.repeat(298)}\u{1F69A}`,
      place: ' ',
    });
    const { inserted } = new KeptHistory().tell([told], 'push');
    expect(inserted[0]!.row).toEqual({
      ...told,
      code: 'c'.repeat(60),
      words: `\uFFFD${'w'.repeat(298)}\uFFFD`,
      place: null,
    });
  });

  it('are limited: those in the middle of the way are dropped', () => {
    const kept = new KeptHistory();
    kept.tell([event('returning', 1_500)], 'asked');
    const scans = Array.from({ length: 1_000 }, (_, minute) => event('in_transit', minute));
    expect(kept.tell(scans, 'asked')).toMatchObject({ dropped: 1_001 - SHIPMENT_EVENTS_MAX });
    expect(kept.events).toHaveLength(SHIPMENT_EVENTS_MAX);
    const stored = kept.events.map((row) => row.at.getTime());
    expect(stored).toEqual(expect.arrayContaining([+at(0), +at(999), +at(1_500)]));
    expect(stored).not.toContain(+at(500));
    const ends = Array.from({ length: 300 }, (_, n) => event('lost', n, { code: `L${n}` }));
    kept.tell(ends, 'asked');
    expect(kept.events).toHaveLength(SHIPMENT_EVENTS_MAX);
  });
});

it('each state of a shipment has words of ours', () => {
  expect(new Set(SHIPMENT_STATES.map(wordsOf)).size).toBe(SHIPMENT_STATES.length);
});
