import { PasswordHasher } from '../../../src/identity/passwords/password-hasher.js';
import { TestApp } from '../../support/app.js';
import { rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import { eventually } from '../../support/eventually.js';
import { givenClient } from '../../support/shop/given.js';
import {
  givenMember,
  TestBrowser,
  type BrowserAnswer,
  type GivenUser,
} from '../../support/shop/people.js';

/** Makes the header in which a proxy names the caller's address. */
const from = (ip: string) => ({ 'X-Forwarded-For': ip });

const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1' });
const client = await givenClient(app);
const member = await givenMember(app, client);

/**
 * Withholds the results of password checks until they are released. On a busy machine, a check may take longer than a sign-in
 * waits for a lock.
 */
const withheldChecks = (isWithheld: (password: string) => boolean) => {
  const hasher = app.nest.get(PasswordHasher);
  let checked = 0;
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  hasher.verify = async (...call) => {
    const isRight = await PasswordHasher.prototype.verify.apply(hasher, call);
    if (!isWithheld(call[1])) return isRight;
    checked += 1;
    await released;
    return isRight;
  };
  return async (count: number) => {
    await eventually(() => checked === count);
    Reflect.deleteProperty(hasher, 'verify');
    release();
  };
};

describe('guessing a password', () => {
  afterEach(() => app.sql`DELETE FROM lockouts`);

  const signIn = (email: string, password: string, ip: string): Promise<BrowserAnswer> =>
    new TestBrowser(app).call('post', 'session', { email, password }, from(ip));
  const guess = (email: string, ip: string) => signIn(email, 'a wrong password', ip);
  const times = async (count: number, work: (index: number) => Promise<BrowserAnswer>) => {
    const answers: BrowserAnswer[] = [];
    for (let index = 0; index < count; index += 1) answers.push(await work(index));
    return answers.map(({ status }) => status);
  };
  const passMinutes = (minutes: number) =>
    app.sql`UPDATE lockouts SET locked_until = locked_until - ${minutes} * interval '1 minute'`;

  it('locks the account after five failures, also for the right password', async () => {
    const statuses = await times(5, (index) => guess(member.email, `203.0.113.${index}`));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const locked = await signIn(member.email, member.password, '203.0.113.9');
    expect([locked.status, locked.body.code]).toEqual([429, 'sign_in_locked']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(60);
    await passMinutes(1);
    expect((await signIn(member.email, member.password, '203.0.113.9')).status).toBe(200);
  });

  it('locks for twice as long each time, up to fifteen minutes', async () => {
    await times(5, (index) => guess(member.email, `203.0.113.${index}`));
    const waits: number[] = [];
    for (const [index, minutes] of [1, 2, 4, 8, 15].entries()) {
      await passMinutes(minutes);
      expect((await guess(member.email, `198.51.100.${index}`)).status).toBe(401);
      const { headers } = await guess(member.email, `192.0.2.${index}`);
      waits.push(Math.round(Number(headers['retry-after']) / 60));
    }
    expect(waits).toEqual([2, 4, 8, 15, 15]);
  });

  it('locks the IP address, whichever accounts it tries', async () => {
    await times(5, (index) => guess(`person-${index}@elsewhere.example`, '203.0.113.7'));
    expect((await signIn(member.email, member.password, '203.0.113.7')).status).toBe(429);
    expect((await signIn(member.email, member.password, '203.0.113.8')).status).toBe(200);
  });

  it('counts the IPv6 addresses of one network together', async () => {
    await times(5, (index) => guess(`person-${index}@elsewhere.example`, `2001:db8:1:2::${index}`));
    expect((await guess('other@elsewhere.example', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('other@elsewhere.example', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('is not made easier by signing in to another account in between', async () => {
    const ip = '203.0.113.7';
    await times(4, (index) => guess(`person-${index}@elsewhere.example`, ip));
    expect((await signIn(member.email, member.password, ip)).status).toBe(200);
    expect((await guess('person-5@elsewhere.example', ip)).status).toBe(401);
    expect((await signIn(member.email, member.password, ip)).status).toBe(429);
  });

  it('is not faster with concurrent guesses', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) =>
      guess(member.email, `203.0.113.${index}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('does not count right passwords that are checked at the same time from one address', async () => {
    const ip = '203.0.113.7';
    const people: GivenUser[] = [];
    for (let count = 0; count < 7; count += 1) people.push(await givenMember(app, client));
    const release = withheldChecks(() => true);
    const lock = { lock: 'SELECT FROM users FOR UPDATE', waiting: people.length };
    const answers = await whileLocked(app, lock, async () => {
      const signingIn = people.map(({ email, password }) => signIn(email, password, ip));
      await release(people.length);
      return Promise.all(signingIn);
    });
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(await app.sql`SELECT FROM lockouts`).toEqual([]);
  });

  it('answers a right password with the lock that guesses caused while it was checked', async () => {
    // The job that mails about earlier locks must not wait for this person, too.
    const [ip, { email, password }] = ['203.0.113.7', await givenMember(app, client)];
    const wrong = () => guess('person-1@elsewhere.example', ip);
    expect(await times(4, wrong)).toEqual([401, 401, 401, 401]);
    const release = withheldChecks((checked) => checked !== password);
    const guessing = wrong();
    const [answer] = await whileQueued(app, rowLock('users', email, 'email'), [
      () => signIn(email, password, ip),
      async () => {
        // A wrong one does not wait for the person.
        await release(1);
        expect((await guessing).status).toBe(401);
        await app.sql`SELECT FROM users FOR SHARE`;
      },
    ]);
    expect([answer.status, answer.body.code]).toEqual([429, 'sign_in_locked']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('does not reveal by response or lock whether an address is known', async () => {
    const answersOf = async (email: string) => {
      const answers: unknown[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { status, body } = await guess(email, `203.0.113.${index}`);
        answers.push([status, { ...body, request_id: null }]);
      }
      return answers;
    };
    expect(await answersOf('unknown@elsewhere.example')).toEqual(await answersOf(member.email));
  });

  it('takes as much work for an unknown address as for a known one', async () => {
    /** Measures the processor time of a guess in ms, which is independent of other work on the machine. */
    const msOf = async (email: string, index: number): Promise<number> => {
      await app.sql`DELETE FROM lockouts`;
      const before = process.cpuUsage();
      await guess(email, `203.0.113.${index}`);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const hash = await app.service(PasswordHasher).hash(member.password);
    await app.sql`UPDATE users SET password_hash = ${hash} WHERE id = ${member.id}`;
    // The least of tries that alternate: other work of this process can only add to one.
    let [known, unknown] = [Infinity, Infinity];
    for (let index = 0; index < 9; index += 1) {
      known = Math.min(known, await msOf(member.email, index));
      unknown = Math.min(unknown, await msOf('unknown@elsewhere.example', index));
    }
    // Without the decoy an unknown address takes less than a tenth.
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });
});
