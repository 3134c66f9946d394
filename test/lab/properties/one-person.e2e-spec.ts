import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { listApprovers } from './one-person-rights.js';
import { countCreditedTwice } from './one-person-victim.js';
import { ONE_LIMIT, OnePerson, Scene, STEPS } from './one-person.js';

// To repeat a failure: PERSON_SEED and PERSON_RUNS as the failed test names them.
const seed = Number(process.env.PERSON_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.PERSON_RUNS ?? 3);
const limit = 300_000 + numRuns * 3_000;
/** Sequences after which all stored data is checked. */
const CHECKED_EVERY = 200;

const sequence = fc.record({
  roles: fc.constantFrom(
    ...([['finance'], ['finance'], ['finance', 'support'], ['owner']] as const),
  ),
  steps: fc.array(
    fc.record({ step: fc.constantFrom(...STEPS), which: fc.nat(60), isLarge: fc.boolean() }),
    { minLength: 4, maxLength: 16, size: 'max' },
  ),
});

const app = await TestApp.start(UNLIMITED);
const scene = await Scene.given(app);

describe(`one person alone (PERSON_SEED=${seed} PERSON_RUNS=${numRuns})`, () => {
  it(
    'moves money of clients only within the limits of one person, and neither gives nor takes a right to approve, by any sequence of calls',
    async () => {
      let runs = 0;
      const property = fc.asyncProperty(sequence, async ({ roles, steps }) => {
        const person = await OnePerson.given(scene, roles);
        const [before, twice] = [await scene.wallets(), await countCreditedTwice(app)];
        const approvers = await listApprovers(app);
        let takenFromVictim = 0;
        for (const step of steps) {
          const had = await scene.victim.money();
          await person.do(step);
          takenFromVictim += Math.max(0, had - (await scene.victim.money()));
        }
        const again = (await countCreditedTwice(app)) - twice;
        const raised = (await scene.wallets()).map((wallet, index) => wallet - before[index]!);
        const approversNow = await listApprovers(app);
        await scene.clear();
        expect(approversNow).toEqual(approvers);
        expect(again).toBe(0);
        expect(takenFromVictim).toBeLessThanOrEqual(ONE_LIMIT.reversal);
        for (const one of raised) expect(one).toBeLessThanOrEqual(ONE_LIMIT.receipt);
        const all = raised.reduce((sum, one) => sum + one, 0);
        expect(all).toBeLessThanOrEqual(ONE_LIMIT.receipt_per_day);
        runs += 1;
        if (runs % CHECKED_EVERY === 0) await app.expectInvariants();
      });
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: limit - 20_000 });
      await app.expectInvariants();
    },
    limit,
  );
});
