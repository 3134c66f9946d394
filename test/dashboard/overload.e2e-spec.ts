import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { jest } from '@jest/globals';
import { hashSync } from '@node-rs/argon2';
import { PasswordHasher } from '../../src/identity/passwords/password-hasher.js';
import { challengeOf, originOf, registeredDevice } from '../support/access/authenticator.js';
import { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenClient } from '../support/shop/given.js';
import { givenMember, QUICK_HASH, SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { run } from '../support/processes/run.js';

const HASHER = pathToFileURL(resolve('dist/src/identity/passwords/password-hasher.js')).href;
/** More than the hashing threads and their queue can take. */
const FLOOD = 60;

const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1' });
const member = await givenMember(app, await givenClient(app));

describe('more sign-ins than the service can check', () => {
  afterEach(() => app.sql`DELETE FROM lockouts`);

  /** Checks a password as for a sign-in from an unknown browser. */
  const guess = (password: string, ip: string) =>
    app.service(PasswordHasher).verify(null, password, { ip, isKnown: false });
  /** Fills the queue from many addresses, or from one. Resolves once all were hashed or refused. */
  const flood = (address: (index: number) => string) =>
    Promise.allSettled(
      Array.from({ length: FLOOD }, (_, index) => guess(`password ${index}`, address(index))),
    );
  /** Keeps the queue full, from as many addresses as it is long. @returns a function that stops this */
  const overload = async (): Promise<() => Promise<unknown>> => {
    let isOver = false;
    const hashers = Array.from({ length: FLOOD }, async (_, index) => {
      while (!isOver) await guess('a password', `192.0.2.${index}`).catch(() => sleep(5));
    });
    await sleep(0);
    return () => {
      isOver = true;
      return Promise.all(hashers);
    };
  };
  const signIn = ({ email, password }: { email: string; password: string }, ip: string) =>
    new TestBrowser(app).call(
      'post',
      'session',
      { email, password },
      { ...SAME_ORIGIN, 'X-Forwarded-For': ip },
    );

  it('does not count the refusals of right passwords as wrong ones', async () => {
    const end = await overload();
    const attempts = Array.from({ length: 7 }, () => signIn(member, '198.51.100.7'));
    for (const { status, headers, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(headers['retry-after']).toBe('2');
    }
    await end();
    expect(await app.sql`SELECT key FROM lockouts WHERE failures > 0`).toEqual([]);
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
  });

  it('too many sign-ins from one address do not keep others from signing in', async () => {
    const hashing = flood(() => '203.0.113.66');
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
    expect((await hashing).map(({ status }) => status)).toContain('rejected');
  });

  it('sign-ins from one IPv6 network count as from one address', async () => {
    const hashing = flood((index) => `2001:db8:1:2::${index}`);
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
    await hashing;
  });

  it('are hashed by threads that do not load what the process was started with', async () => {
    // Such as a tracer, which would start a second time.
    const preload = `if (!(await import('node:worker_threads')).isMainThread) throw new Error('loaded again');`;
    const program = `
      const { PasswordHasher } = await import(${JSON.stringify(HASHER)});
      const hasher = new PasswordHasher();
      const stored = await hasher.hash('a password');
      console.log(await hasher.verify(stored, 'a password', { ip: '', isKnown: true }));
    `;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const { stdout } = await run(process.execPath, [
      ...options,
      ...['--input-type=module', '--eval', program],
    ]);
    expect(stdout).toBe('true\n');
  });

  it('are all hashed by threads that the app ends with itself', async () => {
    const other = await TestApp.start();
    const hasher = other.service(PasswordHasher);
    const service = { ip: '', isKnown: true };
    const stored = await hasher.hash('a password');
    expect(await hasher.verify(stored, 'a password', service)).toBe(true);
    expect(await hasher.verify(stored, 'another one', service)).toBe(false);
    expect(await hasher.verify(null, '', service)).toBe(false);
    // The threads get none of these.
    const held = jest.spyOn(Worker.prototype, 'postMessage').mockReturnValue();
    const hashing = Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('a password')));
    await other.stop();
    held.mockRestore();
    const refused = {
      status: 'rejected',
      reason: expect.objectContaining({ code: 'unavailable' }),
    };
    expect(await hashing).toEqual(Array(10).fill(refused));
  });
});

const known = await TestBrowser.signedIn(app, member);
const passkey = await registeredDevice(known, originOf(app));

describe('a flood of sign-ins from unknown browsers', () => {
  /** A cheap hash for guesses, because only their order counts here. With the service's own cost, they would take seconds. */
  const QUICK = hashSync('', QUICK_HASH);
  const postMessage = Reflect.get(Worker.prototype, 'postMessage');
  /** Passwords in the order in which the threads receive them. */
  let order: string[];
  /** Lets the threads start. */
  let release: () => void;
  let flooding: Promise<PromiseSettledResult<boolean>[]>;
  const credentials = { email: member.email, password: member.password };
  beforeEach(() => {
    order = [];
    const held: (() => void)[] = [];
    let isHeld = true;
    jest.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      task,
      ...more
    ) {
      const { password, stored } = task as { password?: string; stored?: string | null };
      // Another thread, such as that which loads modules.
      if (password === undefined) return postMessage.apply(this, [task, ...more] as never);
      order.push(password);
      const start = () => postMessage.call(this, { ...(task as object), stored: stored ?? QUICK });
      if (isHeld) held.push(start);
      else start();
    });
    release = () => {
      isHeld = false;
      for (const start of held.splice(0)) start();
    };
    const hasher = app.service(PasswordHasher);
    flooding = Promise.allSettled(
      Array.from({ length: 2 * FLOOD }, (_, index) =>
        hasher.verify(null, `guess ${index}`, { ip: `192.0.2.${index}`, isKnown: false }),
      ),
    );
  });
  afterEach(async () => {
    release();
    await flooding;
    jest.restoreAllMocks();
  });

  /** Sends the head of a sign-in, without its body yet. */
  const open = (browser: TestBrowser, length: number): ClientRequest => {
    const cookie = browser.device === null ? {} : { Cookie: browser.device };
    const sending = request(`${app.baseUrl}/dashboard/api/session`, {
      method: 'POST',
      headers: {
        ...SAME_ORIGIN,
        ...cookie,
        'Content-Type': 'application/json',
        'Content-Length': length,
      },
    });
    sending.on('error', () => undefined).flushHeaders();
    return sending;
  };
  const statusOf = async (sending: ClientRequest): Promise<number | undefined> => {
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    // Its body may never follow.
    sending.destroy();
    return answer.statusCode;
  };

  it('lets a known browser go before every unknown one', async () => {
    const verify = jest.spyOn(app.nest.get(PasswordHasher), 'verify');
    const signingIn = known.call('post', 'session', credentials);
    await eventually(() => verify.mock.calls.some(([, password]) => password === member.password));
    const started = order.length;
    release();
    expect((await signingIn).status).toBe(200);
    expect(order.indexOf(member.password)).toBe(started);
    const guesses = await flooding;
    expect(guesses.filter(({ status }) => status === 'fulfilled').length).toBe(40 + started);
  });

  it('lets a passkey sign in while no password is checked', async () => {
    const challenge = await challengeOf(new TestBrowser(app), 'session/passkey/options');
    const credential = passkey.sign({ challenge, origin: originOf(app) });
    const signed = await new TestBrowser(app).call('post', 'session/passkey', { credential });
    expect(signed.status).toBe(200);
  });

  it('is refused later than what others ask meanwhile, so that it cannot come again at once', async () => {
    const askedAt = performance.now();
    const refusal = new TestBrowser(app)
      .call('post', 'session', credentials)
      .then(({ status }) => [status, performance.now() - askedAt > 990]);
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await new TestBrowser(app).call('get', 'session')).status).toBe(401);
    }
    expect(await refusal).toEqual([503, true]);
  });

  it('is refused before its password is hashed, unlike a known browser', async () => {
    const body = JSON.stringify(credentials);
    const signIn = (browser: TestBrowser) => {
      const call = open(browser, body.length);
      call.end(body);
      return statusOf(call);
    };
    expect(await signIn(new TestBrowser(app))).toBe(503);
    const forged = Object.assign(new TestBrowser(app), { device: `wso_device=${'A'.repeat(43)}` });
    expect(await signIn(forged)).toBe(503);
    const status = signIn(known);
    release();
    expect(await status).toBe(200);
  });
});
