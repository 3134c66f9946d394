// `npm run bench:flood`: a known browser's sign-in and stores' polls while strangers keep 160 sign-ins in flight. See
// bench/README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashSync } from '@node-rs/argon2';
import { drain } from './load/requests.js';
import { threadUs } from './measure/processor-time.js';
import { say } from './report/say.js';
import { Scope } from './shop/scope.js';
import { startService } from './shop/service.js';
import { openWorkspace, query } from './shop/workspace.js';

const IN_FLIGHT = 160;
const FLOOD = join(import.meta.dirname, 'load/sign-in-flood-load.js');
const POLLS_AT_ONCE = 8;
const POLL_MS = 5_000;
const SIGN_INS = 6;
const GOALS = { signInMs: 2_000, pollRatio: 2 };
const PERSON = { email: 'known@people.example', password: 'nine turtles in a row' };

const workspace = await openWorkspace();
const scope = new Scope();
try {
  await measure();
} finally {
  await scope.close();
  await workspace.close();
}

async function measure() {
  const { url, clients } = await workspace.shop(scope);
  await query(
    url,
    `WITH person AS (
       INSERT INTO users (email, name, kind, password_hash, is_demo)
       VALUES ('${PERSON.email}', 'Known', 'operator', '${hashSync(PERSON.password)}', true) RETURNING id)
     INSERT INTO operator_roles (user_id, role) SELECT id, 'owner' FROM person`,
  );
  const [{ sku }] = await query(url, 'SELECT sku FROM products WHERE active ORDER BY sku LIMIT 1');
  const service = await startService(scope, workspace.folder, {
    url,
    env: {
      TRUST_PROXY: '127.0.0.1,::1',
      ALLOW_IN_PRODUCTION: 'http,mail,database,demo,two_factor',
    },
  });
  const path = `${service.baseUrl}/api/products/${sku}/stock`;
  const poll = () => pollUs(service.pid, path, clients[0].headers);
  const browser = await signIn(service.baseUrl, '');
  await poll();
  const alone = await poll();
  const flood = startFlood(service.baseUrl);
  await sleep(2_000);
  const meanwhile = await poll();
  const times = [];
  for (let left = SIGN_INS; left > 0; left -= 1) {
    const { status, ms } = await signIn(service.baseUrl, browser.device);
    times.push(ms);
    if (status !== 200) say(`a sign-in of the known browser: ${status}`);
  }
  const answers = await flood.stop();
  const ratio = meanwhile.us / alone.us;
  say(`flood: ${answers}`);
  say(
    `a stock poll alone: ${alone.us.toFixed(0)} µs, p50 ${alone.p50Ms.toFixed(1)} ms; meanwhile: ` +
      `${meanwhile.us.toFixed(0)} µs, p50 ${meanwhile.p50Ms.toFixed(1)} ms: ${ratio.toFixed(2)} times (goal ≤ ${GOALS.pollRatio})`,
  );
  say(`known browser, ms: ${times.map(Math.round).join(', ')} (goal ≤ ${GOALS.signInMs})`);
}

/** Starts the flood on one core with the lowest priority. `stop` returns how often each status was answered. */
function startFlood(baseUrl) {
  const command = ['-n', '19', 'taskset', '-c', '0', process.execPath, FLOOD, baseUrl, IN_FLIGHT];
  const child = spawn('nice', command.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  scope.defer(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    return text;
  };
  return { stop };
}

/**
 * Polls for a while.
 *
 * @returns microseconds of the service's main thread for each poll (others hash passwords), and the median time of one
 */
async function pollUs(pid, url, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: POLLS_AT_ONCE });
  const times = [];
  const before = await threadUs(pid);
  const until = performance.now() + POLL_MS;
  const pollers = Array.from({ length: POLLS_AT_ONCE }, async () => {
    while (performance.now() < until) {
      const from = performance.now();
      await drain(url, headers, agent);
      times.push(performance.now() - from);
    }
  });
  await Promise.all(pollers);
  const us = ((await threadUs(pid)) - before) / times.length;
  agent.destroy();
  return { us, p50Ms: times.sort((a, b) => a - b)[times.length >> 1] };
}

async function signIn(baseUrl, device) {
  const from = performance.now();
  const answer = await fetch(`${baseUrl}/dashboard/api/session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '198.51.100.7',
      Cookie: device,
    },
    body: JSON.stringify(PERSON),
  });
  await answer.text();
  const ms = performance.now() - from;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { status: answer.status, ms, device: cookies.find((text) => text.includes('wso_device')) };
}
