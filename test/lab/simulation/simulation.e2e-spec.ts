import { randomInt } from 'node:crypto';
import { jest } from '@jest/globals';
import { runAs, SERVICE_ACTOR } from '../../../src/platform/http/request-context.js';
import { DatabaseGate } from './support/database-gate.js';
import { DEFECTS, type Defect } from './support/defects.js';
import { run } from './support/schedule.js';
import { SimulatedServer } from './support/simulated-server.js';
import { Simulation } from './support/simulation.js';

// `npm run simulate` draws the first seed; every run of all tests has the same one.
const { SIMULATION_RUNS, SIMULATION_SEED } = process.env;
const IS_LONG = SIMULATION_RUNS !== undefined;
const RUNS = Number(SIMULATION_RUNS ?? 1);
const SEED = Number(SIMULATION_SEED ?? (IS_LONG ? randomInt(2 ** 30) : 1));
/** This many schedules must find a defect, from a seed that is known to find it. Random ones could all miss it. */
const DEFECT_RUNS = 40;
const LIMIT_MS = 300_000 + 60_000 * Math.max(RUNS, DEFECT_RUNS);

/** Problems of a schedule, and the command that repeats it. */
interface Finding {
  problems: readonly string[];
  /** Everything that happened. */
  record: readonly string[];
  repeat: string;
}

describe(`the service under any schedule (SIMULATION_SEED=${SEED} SIMULATION_RUNS=${RUNS})`, () => {
  let server: SimulatedServer;
  let gate: DatabaseGate;
  let removeGate: () => void;
  beforeAll(async () => {
    server = await SimulatedServer.start();
    ({ gate, remove: removeGate } = DatabaseGate.install());
    // The service's timers; time passes only where a schedule says so.
    const doNotFake = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate'] as const;
    jest.useFakeTimers({ doNotFake: [...doNotFake, 'clearImmediate'] });
  });
  afterAll(async () => {
    jest.useRealTimers();
    removeGate();
    await server.stop();
  });

  /** Runs a schedule as background work: stores call services without requests. */
  function simulate(seed: number, defect: Partial<Defect> = {}): Promise<Finding> {
    return runAs(SERVICE_ACTOR, () => simulateAs(seed, defect));
  }

  async function simulateAs(seed: number, { statements = [], install }: Partial<Defect>) {
    const remove = install?.();
    const simulation = await Simulation.open(server, gate, statements);
    try {
      const problems = await run(simulation, seed);
      const repeat = `SIMULATION_SEED=${seed} SIMULATION_RUNS=1 npm run simulate`;
      return { problems, record: simulation.record, repeat };
    } finally {
      await simulation.close();
      remove?.();
    }
  }

  /** Events under the first schedule. */
  let firstRecord: readonly string[] = [];

  it(
    'gives every store what is so, with anything between two statements',
    async () => {
      for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
        const { problems, record, repeat } = await simulate(seed);
        if (seed === SEED) firstRecord = record;
        if (problems.length === 0) continue;
        throw new Error([...record, ...problems, `To repeat it: ${repeat}`].join('\n'));
      }
    },
    LIMIT_MS,
  );

  it(
    'happens again in the same way with the same seed',
    async () => {
      expect((await simulate(SEED)).record).toEqual(firstRecord);
    },
    LIMIT_MS,
  );

  it.each(IS_LONG ? DEFECTS : DEFECTS.slice(0, 1))(
    'is noticed where $name',
    async (defect) => {
      const { firstSeed } = defect;
      for (let seed = firstSeed; seed < firstSeed + DEFECT_RUNS; seed += 1) {
        const { problems } = await simulate(seed, defect);
        if (problems.length > 0) return;
      }
      throw new Error(`not noticed in ${DEFECT_RUNS} schedules from seed ${firstSeed} on`);
    },
    LIMIT_MS,
  );
});
