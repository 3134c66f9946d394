import { randomUUID } from 'node:crypto';
import { openStock } from './reads.js';
import { say } from '../report/say.js';

const IN_FLIGHT = 20;
/** Lets each sign-in come from its own address, so that none is locked. */
const ENV = { TRUST_PROXY: '127.0.0.1,::1' };

/** Computes p99 of stock while people sign in, as a multiple of the p99 without them; one figure for each round. */
export async function stockDuringSignIns(bench, scope) {
  const instances = await bench.openInstances(scope, { env: ENV });
  const load = await openStock(bench, { ...instances, headers: instances.clients[0].headers });
  const perSecond = (await load.round()).perSecond / 2;
  const ratios = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await load.p99Ms(perSecond);
    const signIns = startSignIns(instances.baseUrl);
    const meanwhile = await load.p99Ms(perSecond);
    const answers = await signIns.stop();
    say(
      `p99 alone ${alone.toFixed(1)} ms, meanwhile ${meanwhile.toFixed(1)} ms; sign-ins: ${answers}`,
    );
    ratios.push(meanwhile / alone);
  }
  return ratios;
}

/** Keeps sign-ins with a wrong password in flight. `stop` returns how often each status was answered. */
function startSignIns(baseUrl) {
  const counts = {};
  let isOver = false;
  const people = Array.from({ length: IN_FLIGHT }, async () => {
    while (!isOver) {
      const status = await signIn(baseUrl);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(people);
    return JSON.stringify(counts);
  };
  return { stop };
}

async function signIn(baseUrl) {
  const id = randomUUID();
  const address = [0, 2, 4, 6].map((at) => Number.parseInt(id.slice(at, at + 2), 16)).join('.');
  const { status } = await fetch(`${baseUrl}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email: `${id}@people.example`, password: 'a wrong password' }),
  });
  return status;
}
