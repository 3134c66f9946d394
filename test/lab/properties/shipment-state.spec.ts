import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import {
  EVENT_SOURCES,
  isEnd,
  phaseOf,
  SHIPMENT_STATES,
} from '../../../src/orders/tracking/shipment-state.js';
import { at, event, KeptHistory, type Told } from '../../support/shop/kept-history.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 400);

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
/** A history with one end at most, which may come from several sources. */
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
        const [first, second] = [told, other].map((list) => new KeptHistory().tellAll(list));
        expect(second!.whereabouts).toEqual(first!.whereabouts);
        expect(new KeptHistory().tellAll(told).tellAll(other).whereabouts).toEqual(
          first!.whereabouts,
        );
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
          const kept = new KeptHistory();
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
        const kept = new KeptHistory().tellAll(told.map((one) => ({ ...one, source: 'push' })));
        expect(kept.whereabouts!.phase).toBeLessThanOrEqual(1);
      }),
      { seed, numRuns },
    );
  });
});
