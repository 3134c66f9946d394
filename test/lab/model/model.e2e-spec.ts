import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { bookingSteps } from './model-booking-commands.js';
import { BookedModel } from './model-bookings.js';
import { Carrier } from './model-carrier.js';
import { paidOrders, runs } from './model-commands.js';
import { compareStockRecords } from './model-compare.js';
import { Shop } from './model-shop.js';
import { givenTwoApps, UNLIMITED } from '../../support/app.js';
import { ScriptedCourier } from '../../support/couriers/scripted-courier.js';
import { rounds, Storm, unexpected } from './model-storm.js';

// To repeat a failure: MODEL_SEED and MODEL_RUNS as the failed test names them.
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.MODEL_RUNS ?? 1);
const limit = 300_000 + numRuns * 15_000;

const courier = new ScriptedCourier('scripted');
const { one, two } = await givenTwoApps(UNLIMITED);
// Jobs would lock the tables that each new shop empties, in their own order.
await Promise.all([one.stopJobs(), two.stopJobs()]);

describe(`the service and its model (MODEL_SEED=${seed} MODEL_RUNS=${numRuns})`, () => {
  it(
    'give the same answers for any sequence of commands',
    async () => {
      const property = fc.asyncProperty(runs, async (commands) => {
        const { shop, model } = await Shop.open(one, two);
        await fc.asyncModelRun(() => ({ model, real: shop }), commands);
        await compareStockRecords(model, shop);
        await one.expectInvariants();
      });
      // Long enough for a failure to shrink; a failure found by then is reported.
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: limit - 10_000 });
    },
    limit,
  );

  it(
    'lose nothing, for any commands at the same time on two instances',
    async () => {
      const { shop, model } = await Shop.open(one, two);
      const storm = await Storm.over(one, shop, model);
      for (const calls of fc.sample(rounds, { seed, numRuns })) {
        const answers = await storm.blow(calls);
        expect(unexpected(answers)).toEqual([]);
        await storm.expectNothingLost();
      }
    },
    limit,
  );

  // The last one: its orders have invoices.
  it(
    'have the same bookings, boxes, shipments and invoices, for any answers of the courier',
    async () => {
      const connect = await Carrier.connect(courier, one, two);
      let carrier: Carrier;
      const property = fc.asyncProperty(
        bookingSteps(() => carrier),
        async (commands) => {
          const { shop, model } = await Shop.open(one, two);
          const booked = new BookedModel(model.plans, model.products, model.clients);
          carrier = await connect(shop, booked);
          for (const command of paidOrders) await command.run(booked, shop);
          await fc.asyncModelRun(() => ({ model: booked, real: shop }), commands);
          await one.expectInvariants();
        },
      );
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: limit - 10_000 });
    },
    limit,
  );
});
