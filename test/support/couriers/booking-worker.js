// An instance that makes the calls of bookings until it is killed. Its couriers time out and settle within fractions of a second,
// and the sandbox courier loses answers, or executes late.
import { randomInt } from 'node:crypto';
import * as module from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../dist/ormconfig.js';
import { createApp } from '../../../dist/src/app.setup.js';
import { BookingCallsService } from '../../../dist/src/couriers/bookings/calls/booking-calls.service.js';
import { CourierUnknown } from '../../../dist/src/couriers/courier-errors.js';
import { COURIERS } from '../../../dist/src/couriers/couriers.js';
import { DelhiveryGateway } from '../../../dist/src/couriers/delhivery/delhivery-gateway.js';
import { ShiprocketGateway } from '../../../dist/src/couriers/shiprocket/shiprocket-gateway.js';
import { openLog } from '../../../dist/src/platform/observability/logger.js';
import { runAs } from '../../../dist/src/platform/http/request-context.js';
import { readSettings } from '../../../dist/src/settings.js';
import { seededRandom } from './seeded-random.ts';

const { connection, env, timeoutMs, settleMs } = JSON.parse(process.argv[2]);
const random = seededRandom(Number(process.argv[3] ?? randomInt(2 ** 31)));
const PAUSE_MS = 20;

/** Makes a booking answer late, never, or never execute, once in a while. */
function unreliable(gateway) {
  const book = gateway.book.bind(gateway);
  const unknown = () => {
    throw new CourierUnknown('no answer: the worker lost it');
  };
  gateway.book = async (...sent) => {
    const chance = random();
    if (chance < 0.1) return unknown();
    if (chance < 0.2) {
      void sleep(random() * 3 * timeoutMs)
        .then(() => book(...sent))
        .catch(() => undefined);
      return unknown();
    }
    const progress = await book(...sent);
    return chance < 0.3 ? unknown() : progress;
  };
  return gateway;
}

const { delhivery, sandbox, shiprocket } = COURIERS;
const withRules = (gateway) => {
  Object.assign(gateway.rules, { timeoutMs, settleMs });
  return gateway;
};
Object.assign(COURIERS, {
  delhivery: {
    ...delhivery,
    open: (account) => withRules(new DelhiveryGateway(account, timeoutMs)),
  },
  shiprocket: {
    ...shiprocket,
    open: (account) => withRules(new ShiprocketGateway(account, timeoutMs)),
  },
  sandbox: { ...sandbox, open: (...opened) => withRules(unreliable(sandbox.open(...opened))) },
});

const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
const logger = openLog('warn');
const app = await createApp({ settings: readSettings(env), dataSource, logger });
await app.init();
const calls = app.get(BookingCallsService);
// Node.js would keep the compiled code at the end, and a killed process has none. Node.js 20 cannot.
module.flushCompileCache?.();
process.stdout.write('ready\n');
for (;;) {
  const isDone = await runAs('courier', () => calls.workOnDue()).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    return false;
  });
  if (!isDone) await sleep(PAUSE_MS);
}
