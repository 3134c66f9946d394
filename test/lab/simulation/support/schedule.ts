import { jest } from '@jest/globals';
import fc from 'fast-check';
import { WRITES } from './session.js';
import { SKUS } from './observer.js';
import type { Simulation } from './simulation.js';
import { CLOCKS } from './world.js';

/** Number of steps that a schedule draws; some draw nothing that is possible at the time. */
const STEPS = 150;
const DRAW_MAX = 2n ** 63n;
const SESSIONS = 3;
/** Number of statements of a poll of the change feed: refreshes of the copies, and numberings of three each. */
const POLL_STATEMENTS = 10;
/** Longer than a placement, or a request for current copies, would wait. */
const PASSING_MS = [100, 700, 3_000];

/** Random number that is split into one decision after another. */
class Draw {
  constructor(private rest: bigint) {}

  below(count: number): number {
    const decided = this.rest % BigInt(count);
    this.rest /= BigInt(count);
    return Number(decided);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

type Action = (simulation: Simulation, draw: Draw) => Promise<void>;

/** Most changes are about one product, so that some follow each other closely. */
const HOT = [SKUS[0]!, SKUS[0]!, ...SKUS];
const KINDS = Object.keys(WRITES) as (keyof typeof WRITES)[];

/** Writes in an open session, or opens one. */
const write: Action = async (simulation, draw) => {
  const place = draw.below(SESSIONS);
  if (simulation.sessions.length <= place) await simulation.begin();
  await simulation.write(
    simulation.sessions.at(-1 - place) ?? simulation.sessions[0]!,
    draw.of(KINDS),
    draw.of(HOT),
  );
};

/** Changes a product, at once unless an open session has its row. */
async function change(simulation: Simulation, kind: keyof typeof WRITES, sku: string) {
  await simulation.begin();
  const session = simulation.sessions.at(-1)!;
  await simulation.write(session, kind, sku);
  await simulation.end(session, 'commit');
}

/** Polls the change feed for a changed product, which may change again between any two statements of the poll. */
const pollAmidChanges: Action = async (simulation, draw) => {
  const store = draw.of(simulation.stores);
  const instance = draw.of(simulation.instances);
  const sku = draw.of(SKUS);
  // So that the store knows the product as it was before all of this.
  await simulation.hurry(instance);
  await simulation.poll('changes', store, instance);
  await simulation.hurry(instance);
  await change(simulation, 'price', sku);
  await simulation.poll('changes', store, instance);
  for (let turn = 0; turn < POLL_STATEMENTS; turn += 1) {
    await simulation.hurry(instance, 1);
    const kind = draw.of(['price', 'activity', null, null, null, null] as const);
    if (kind !== null) await change(simulation, kind, sku);
  }
};

const end: Action = async (simulation, draw) => {
  if (simulation.sessions.length === 0) return;
  await simulation.end(draw.of(simulation.sessions), draw.of(['commit', 'commit', 'rollback']));
};

const refuse: Action = (simulation, draw) => simulation.refuse(1 + draw.below(5));

const send: Action = async (simulation, draw) => {
  if (simulation.held === 0) return;
  await simulation.send(draw.below(simulation.held), draw.below(40) === 0 ? 'lost' : 'answered');
};

/** Lets an instance complete its work. */
const hurry: Action = async (simulation, draw) => {
  await simulation.hurry(draw.of(simulation.instances));
};

/** Without these, no request would end. */
const SENDS: [number, Action][] = [
  [30, send],
  [12, hurry],
];

/** Actions with how often they are drawn. */
const ACTIONS: [number, Action][] = [
  [8, (on, draw) => on.poll('changes', draw.of(on.stores), draw.of(on.instances))],
  [6, (on, draw) => on.poll('orders', draw.of(on.stores), draw.of(on.instances))],
  [
    7,
    (on, draw) =>
      on.order(draw.of(on.stores), draw.of(on.instances), {
        skus: SKUS.slice(draw.below(SKUS.length)),
        again: draw.below(3) === 0 ? draw.below(100) : null,
        isKeyed: draw.below(3) === 0,
      }),
  ],
  [3, (on, draw) => on.readProduct(draw.of(on.stores), draw.of(on.instances), draw.of(SKUS))],
  [2, (on, draw) => on.readStatus(draw.of(on.stores), draw.of(on.instances), draw.below(100))],
  [4, (on, draw) => on.operators.advance(draw.of(on.instances), draw.below(100))],
  [2, (on, draw) => on.operators.changePrice(draw.of(on.instances), draw.of(HOT))],
  [1, (on, draw) => on.operators.adjustStock(draw.of(on.instances), draw.of(SKUS))],
  [2, (on, draw) => on.operators.cancel(draw.of(on.instances), draw.below(100))],
  [1, (on, draw) => on.operators.prune(draw.of(on.instances))],
  [5, write],
  [4, pollAmidChanges],
  [8, end],
  [5, refuse],
  [3, (on) => on.world.crash()],
  [1, (on, draw) => on.restart(draw.below(on.instances.length))],
  [2, (on, draw) => on.world.cut(draw.below(100))],
  [2, (on) => on.world.save()],
  [2, (on) => on.restore()],
  [1, (on, draw) => on.world.setClock(draw.of(CLOCKS))],
  [2, (on, draw) => on.operators.expire(draw.of(on.instances))],
  [1, (on) => on.world.switchDurability()],
  [1, (on) => on.world.switchPublication()],
  [1, (on, draw) => pass(on, draw.of(PASSING_MS))],
];
/** Factors for the share of each action, drawn per schedule. A schedule without writers finds other bugs than one with many. */
const FACTORS = [0, 1, 1, 2];

/** Advances the clock and fires the service's timers that are due. */
async function pass(simulation: Simulation, ms: number): Promise<void> {
  await simulation.step(`${ms} ms pass`, () => jest.advanceTimersByTime(ms));
}

/** Makes the actions of a schedule, repeated by how often they are drawn. */
function mixture(draw: Draw): [number, Action][] {
  return [
    ...SENDS,
    ...ACTIONS.map(([share, action]): [number, Action] => [share * draw.of(FACTORS), action]),
  ];
}

function choose(actions: [number, Action][], draw: Draw): Action {
  let place = draw.below(actions.reduce((sum, [share]) => sum + share, 0));
  for (const [share, action] of actions) {
    if (place < share) return action;
    place -= share;
  }
  throw new Error('a place is below the sum of all shares');
}

/**
 * Runs the schedule of a seed until there is a problem.
 *
 * @returns the problem
 */
export async function run(simulation: Simulation, seed: number): Promise<readonly string[]> {
  const numbers = fc.sample(fc.noBias(fc.bigInt({ min: 0n, max: DRAW_MAX })), {
    seed,
    numRuns: STEPS + 1,
  });
  const [first, ...others] = numbers.map((number) => new Draw(number));
  const actions = mixture(first!);
  if (first!.below(2) === 0) simulation.pool();
  for (const draw of others) {
    if (simulation.check.problems.length > 0) return simulation.check.problems;
    await choose(actions, draw)(simulation, draw);
  }
  if (simulation.check.problems.length === 0) await simulation.finish();
  return simulation.check.problems;
}
