import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import {
  EVENT_SOURCES,
  handedOver,
  isEnd,
  phaseOf,
  SHIPMENT_EVENTS_MAX,
  SHIPMENT_STATES,
  withEvents,
  wordsOf,
  type EventSource,
  type EventTimes,
  type KnownEvent,
  type NewShipmentEvent,
  type ShipmentHistory,
  type ShipmentState,
} from './shipment-state.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 400);

const HANDED_OVER = new Date('2026-11-20T10:00:00Z');
const receivedAt = new Date('2026-11-27T10:00:00Z');
const times: EventTimes = { receivedAt, notBefore: null };

interface Told {
  event: NewShipmentEvent;
  source: EventSource;
}

function at(minutes: number): Date {
  return new Date(HANDED_OVER.getTime() + minutes * 60_000);
}

function event(
  state: ShipmentState | null,
  minutes = 0,
  rest: Partial<NewShipmentEvent> = {},
): NewShipmentEvent {
  return { at: at(minutes), state, code: 'X', words: null, place: null, ...rest };
}

/** Keeps a history as the tables do. */
class Kept implements ShipmentHistory {
  events: KnownEvent[] = [];
  whereabouts: ShipmentHistory['whereabouts'] = handedOver(HANDED_OVER);
  private nextId = 1;

  tell(events: readonly NewShipmentEvent[], source: EventSource, limits = times) {
    const change = withEvents(this, events, source, limits);
    const confirmed = new Set(change.confirmed.map(({ id }) => id));
    this.events = this.events
      .filter(({ id }) => !change.removedIds.includes(id))
      .map((row) => (confirmed.has(row.id) ? { ...row, source } : row));
    for (const { row } of change.inserted) {
      this.events.push({ ...row, id: this.nextId, source });
      this.nextId += 1;
    }
    this.whereabouts = change.whereabouts;
    return change;
  }

  tellAll(told: readonly Told[]): this {
    for (const { event: one, source } of told) this.tell([one], source);
    return this;
  }
}

const moves = SHIPMENT_STATES.filter((state) => !isEnd(state));
const toldEvent = fc.record({
  event: fc.record({
    // A few minutes, so that many times are equal.
    at: fc.integer({ min: -5, max: 12 }).map(at),
    state: fc.constantFrom(null, ...moves),
    code: fc.constantFrom('EOD-11', 'UD-1', '18'),
    words: fc.constantFrom(null, 'left'),
    place: fc.constant(null),
  }),
  source: fc.constantFrom(...EVENT_SOURCES),
});
/** A history with one end at most, which may be told by several sources. */
const history = fc
  .record({
    told: fc.array(toldEvent, { maxLength: 12 }),
    end: fc.option(fc.constantFrom(...SHIPMENT_STATES.filter(isEnd))),
    minutes: fc.integer({ min: 0, max: 12 }),
    sources: fc.array(fc.constantFrom(...EVENT_SOURCES), { minLength: 1, maxLength: 3 }),
  })
  .map(({ told, end, minutes, sources }): Told[] => {
    const one = event(end, minutes, { code: 'END' });
    return [...told, ...(end === null ? [] : sources.map((source) => ({ event: one, source })))];
  });
const orders = history.chain((told) =>
  fc.record({
    told: fc.constant(told),
    other: fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 }),
  }),
);

describe(`where a shipment is (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  it('follows from the set of its events, in any order and told again', () => {
    fc.assert(
      fc.property(orders, ({ told, other }) => {
        const [first, second] = [told, other].map((list) => new Kept().tellAll(list));
        expect(second!.whereabouts).toEqual(first!.whereabouts);
        expect(new Kept().tellAll(told).tellAll(other).whereabouts).toEqual(first!.whereabouts);
      }),
      { seed, numRuns },
    );
  });

  it('is of a phase that never falls, and stays at its end', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            toldEvent,
            history.map(([one]) => one ?? null),
          ),
          { maxLength: 15 },
        ),
        (told) => {
          const kept = new Kept();
          for (const one of told) {
            const before = kept.whereabouts!;
            if (one !== null) kept.tell([one.event], one.source);
            const after = kept.whereabouts!;
            expect(after.phase).toBeGreaterThanOrEqual(before.phase);
            expect(after.phase).toBe(phaseOf(after.state));
            if (isEnd(before.state)) expect(after).toEqual(before);
          }
        },
      ),
      { seed, numRuns },
    );
  });

  it('is not changed to a return or an end by pushes alone', () => {
    fc.assert(
      fc.property(history, (told) => {
        const kept = new Kept().tellAll(told.map((one) => ({ ...one, source: 'push' })));
        expect(kept.whereabouts!.phase).toBeLessThanOrEqual(1);
      }),
      { seed, numRuns },
    );
  });
});

describe('the events of a shipment', () => {
  it('that arrive late move it by their own time', () => {
    const kept = new Kept();
    kept.tell([event('out_for_delivery', 60)], 'asked');
    kept.tell([event('in_transit', 50)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'out_for_delivery', bestAt: at(60) });
    kept.tell([event('failed_attempt', 60)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'failed_attempt' });
    kept.tell([event('out_for_delivery', 90)], 'asked');
    expect(kept.whereabouts).toMatchObject({ state: 'out_for_delivery' });
  });

  it('end it once the courier was asked, also about what it pushed', () => {
    const kept = new Kept();
    expect(kept.tell([event('delivered', 9)], 'push')).toMatchObject({ mustAsk: true });
    expect(kept.whereabouts).toMatchObject({ state: 'handed_over' });
    const asked = kept.tell([event('delivered', 9)], 'asked');
    expect(asked).toMatchObject({ inserted: [], confirmed: [{ id: 1 }], mustAsk: false });
    expect(kept.whereabouts).toMatchObject({ state: 'delivered', deliveredAt: at(9) });
    expect(kept.tell([event('delivered', 9)], 'push')).toMatchObject({ mustAsk: false });
  });

  it('keep the first end, and name one that differs', () => {
    const kept = new Kept();
    kept.tell([event('delivered', 9)], 'asked');
    const second = event('lost', 20);
    expect(kept.tell([second], 'push').differingEnd).toBeNull();
    expect(kept.tell([second], 'asked').differingEnd).toBe(second);
    expect(kept.tell([second], 'asked').differingEnd).toBeNull();
    expect(kept.whereabouts).toMatchObject({ state: 'delivered' });
  });

  it('deliver what was on its way back, if the return was revoked', () => {
    const kept = new Kept();
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
    ['that is none', new Date(NaN), "left (the courier's time: none)"],
  ])('have the time of their receipt instead of one %s, once', (_, wrong, words) => {
    const kept = new Kept();
    const told = event('in_transit', 0, { at: wrong, words: 'left' });
    kept.tell([told, told], 'push', { receivedAt, notBefore: HANDED_OVER });
    const later = { receivedAt: new Date(receivedAt.getTime() + 9e6), notBefore: HANDED_OVER };
    expect(kept.tell([told], 'push', later).inserted).toEqual([]);
    expect(kept.events).toMatchObject([{ at: receivedAt, words }]);
  });

  it('have the time of their receipt if the courier gives none, and no words about it', () => {
    const kept = new Kept();
    const told = event('in_transit', 0, { at: null });
    kept.tell([told, told], 'asked');
    expect(kept.events).toMatchObject([{ at: receivedAt, words: null }]);
  });

  it('keep a time that is a little ahead', () => {
    const ahead = new Date(receivedAt.getTime() + 9 * 60_000);
    const { inserted } = new Kept().tell([event('in_transit', 0, { at: ahead })], 'push');
    expect(inserted).toMatchObject([{ row: { at: ahead } }]);
  });

  it('are cut to what is stored, without what PostgreSQL cannot store', () => {
    const told = event(null, 0, {
      code: 'c'.repeat(99),
      words: `\u0000${'w'.repeat(298)}\u{1F69A}`,
      place: ' ',
    });
    const { inserted } = new Kept().tell([told], 'push');
    expect(inserted[0]!.row).toEqual({
      ...told,
      code: 'c'.repeat(60),
      words: `\uFFFD${'w'.repeat(298)}\uFFFD`,
      place: null,
    });
  });

  it('are limited: those in the middle of the way are dropped', () => {
    const kept = new Kept();
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
