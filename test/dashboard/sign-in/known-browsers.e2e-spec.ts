import { hash } from 'node:crypto';
import { TestApp } from '../../support/app.js';
import { scratchFolder } from '../../support/processes/run.js';
import { givenClient } from '../../support/shop/given.js';
import { allMailsSent, mailsTo, mailTo, tokenIn } from '../../support/shop/mails.js';
import {
  givenMember,
  SAME_ORIGIN,
  TestBrowser,
  type BrowserAnswer,
  type GivenUser,
} from '../../support/shop/people.js';

const NEW_PASSWORD = 'nine turtles in a row';
const ATTACKER = '203.0.113.66';
const HOME = '198.51.100.7';
let member: GivenUser;
/** The browser in which the member signed in before. */
let known: TestBrowser;
const dataDir = await scratchFolder();
const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1', DATA_DIR: dataDir });
const client = await givenClient(app);
beforeEach(async () => {
  await app.sql`DELETE FROM lockouts`;
  member = await givenMember(app, client);
  known = await TestBrowser.signedIn(app, member);
});

const from = (ip: string) => ({ ...SAME_ORIGIN, 'X-Forwarded-For': ip });
const signIn = (
  browser: TestBrowser,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<BrowserAnswer> => browser.call('post', 'session', { email, password }, from(ip));
const guess = (ip = ATTACKER, browser = new TestBrowser(app)) =>
  signIn(browser, { email: member.email, password: 'a wrong password' }, ip);
const statusesOf = async (count: number, work: () => Promise<BrowserAnswer>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await work()).status);
  return statuses;
};
/** Locks the account and the guessing address, as anyone can. */
const lockFrom = async (ip = ATTACKER) =>
  expect(await statusesOf(6, () => guess(ip))).toEqual([401, 401, 401, 401, 401, 429]);
const devices = () => app.sql`SELECT id_hash, user_id FROM devices WHERE user_id = ${member.id}`;
const withDevice = (device: string | null) => Object.assign(new TestBrowser(app), { device });

const resetMail = async (): Promise<string> => {
  await allMailsSent(app);
  return (await mailsTo(dataDir, member.email)).find((mail) => tokenIn(mail) !== '') ?? '';
};

describe('a browser in which a person signed in before', () => {
  it('signs in while a stranger keeps the account locked', async () => {
    await lockFrom();
    expect((await signIn(new TestBrowser(app), member, HOME)).status).toBe(429);
    expect((await signIn(known, member, HOME)).status).toBe(200);
    // Its success does not open the account to the stranger.
    expect((await guess()).status).toBe(429);
    expect((await guess('203.0.113.67')).status).toBe(429);
  });

  it('signs in from an address that is locked', async () => {
    await lockFrom(HOME);
    expect((await signIn(known, member, HOME)).status).toBe(200);
  });

  it('is locked after five failures of its own, which lock nothing else', async () => {
    const wrong = () => guess(HOME, withDevice(known.device));
    expect(await statusesOf(5, wrong)).toEqual([401, 401, 401, 401, 401]);
    const locked = await signIn(withDevice(known.device), member, HOME);
    expect([locked.status, locked.body.code]).toEqual([429, 'sign_in_locked']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(50);
    expect((await signIn(new TestBrowser(app), member, HOME)).status).toBe(200);
  });

  it('starts from zero failures after a success', async () => {
    const wrong = () => guess(HOME, withDevice(known.device));
    for (let round = 0; round < 2; round += 1) {
      expect(await statusesOf(4, wrong)).toEqual([401, 401, 401, 401]);
      expect((await signIn(withDevice(known.device), member, HOME)).status).toBe(200);
    }
  });

  it('is named by a cookie of 180 days, of which only the hash is stored', async () => {
    const answer = await signIn(new TestBrowser(app), member, HOME);
    const [, cookie = ''] = answer.headers['set-cookie'] as string[];
    expect(cookie).toMatch(
      /^wso_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    );
    const id_hash = hash('sha256', cookie.slice('wso_device='.length).split(';')[0]!, 'buffer');
    expect(await devices()).toContainEqual({ id_hash, user_id: member.id });
  });

  it('keeps its cookie when the person signs in again', async () => {
    const { device } = known;
    await signIn(known, member, HOME);
    expect(known.device).toBe(device);
    expect(await devices()).toHaveLength(1);
  });

  it('is unknown 180 days after the last sign-in', async () => {
    await app.sql`UPDATE devices SET used_at = now() - interval '180 days' WHERE user_id = ${member.id}`;
    await lockFrom();
    expect((await signIn(known, member, HOME)).status).toBe(429);
  });

  it('counts for its own person only', async () => {
    const browser = await TestBrowser.ofMember(app, client);
    await lockFrom();
    expect((await signIn(withDevice(browser.device), member, HOME)).status).toBe(429);
    // Nor do guesses with it spare the guessed account.
    await app.sql`DELETE FROM lockouts`;
    const statuses = await statusesOf(6, () => guess(HOME, withDevice(browser.device)));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it.each(['', 'x', 'A'.repeat(43), '%00', 'null'])('is not named by the cookie %j', async (id) => {
    await lockFrom();
    expect((await signIn(withDevice(`wso_device=${id}`), member, HOME)).status).toBe(429);
  });

  it('gets another cookie than the one that it presented for another person', async () => {
    const other = await givenMember(app, client);
    const shared = withDevice(known.device);
    expect((await signIn(shared, other, HOME)).status).toBe(200);
    expect(shared.device).not.toBe(known.device);
    expect(await devices()).toHaveLength(1);
  });

  it('is one of at most twenty of a person; the one that was used longest ago is forgotten', async () => {
    for (let count = 0; count < 20; count += 1) {
      await signIn(new TestBrowser(app), member, `192.0.2.${count}`);
    }
    expect(await devices()).toHaveLength(20);
    const id_hash = hash('sha256', known.device!.split('=')[1]!, 'buffer');
    expect(await devices()).not.toContainEqual({ id_hash, user_id: member.id });
  });
});

describe('a password that is entered again or replaced', () => {
  it('forgets known browsers by a reset, which lifts the lock and makes its own browser a known one', async () => {
    await lockFrom();
    await known.call('post', 'password-resets', { email: member.email });
    const token = tokenIn(await resetMail());
    const browser = new TestBrowser(app);
    const body = { token, password: NEW_PASSWORD };
    await app.sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
        VALUES (${member.id}, 'thief', '', 0, '{}', 'Not mine')`;
    const reset = await browser.call('post', 'password-resets/perform', body, from(HOME));
    expect(reset.status).toBe(200);
    // No name: the holder of the link has not signed in.
    const factor = { kind: 'passkey', added_at: expect.any(String), recent: true };
    expect(reset.body.data).toEqual({ done: true, factors: [factor] });
    const renewed = { ...member, password: NEW_PASSWORD };
    // A browser without a cookie: the account is open again.
    expect((await signIn(new TestBrowser(app), renewed, HOME)).status).toBe(200);
    await lockFrom('203.0.113.68');
    expect((await signIn(known, renewed, HOME)).status).toBe(429);
    expect((await signIn(browser, renewed, HOME)).status).toBe(200);
  });

  it('is changed in a browser that stays known, while the others are forgotten', async () => {
    const other = await TestBrowser.signedIn(app, member);
    const body = { current_password: member.password, new_password: NEW_PASSWORD };
    expect((await known.call('put', 'password', body)).status).toBe(200);
    const renewed = { ...member, password: NEW_PASSWORD };
    await lockFrom();
    expect((await signIn(other, renewed, HOME)).status).toBe(429);
    expect((await signIn(known, renewed, HOME)).status).toBe(200);
  });

  it('is confirmed and changed while a stranger keeps the account locked', async () => {
    await lockFrom();
    const { password } = member;
    expect((await known.call('post', 'session/confirm', { password })).status).toBe(200);
    const body = { current_password: password, new_password: NEW_PASSWORD };
    expect((await known.call('put', 'password', body)).status).toBe(200);
  });

  it('may be wrong five times in a session, which locks no other one', async () => {
    const other = await TestBrowser.signedIn(app, member);
    const wrong = (browser: TestBrowser) =>
      browser.call('post', 'session/confirm', { password: 'something else' });
    // A request without a password is not an attempt.
    const without = (password?: null | '') => known.call('post', 'session/confirm', { password });
    expect(await statusesOf(5, () => without())).toEqual([422, 422, 422, 422, 422]);
    for (const none of [null, '' as const]) {
      expect((await without(none)).body.errors).toMatchObject([
        { field: 'password', code: 'required' },
      ]);
    }
    expect(await statusesOf(5, () => without(''))).toEqual([422, 422, 422, 422, 422]);
    expect(await statusesOf(4, () => wrong(known))).toEqual([401, 401, 401, 401]);
    const body = { current_password: 'something else', new_password: NEW_PASSWORD };
    expect((await known.call('put', 'password', body)).status).toBe(401);
    const { password } = member;
    const locked = await known.call('post', 'session/confirm', { password });
    expect([locked.status, locked.body.code]).toEqual([429, 'sign_in_locked']);
    expect((await other.call('post', 'session/confirm', { password })).status).toBe(200);
    expect((await signIn(new TestBrowser(app), member, HOME)).status).toBe(200);
  });
});

describe('a locked person', () => {
  it('learns of the first lock by one mail a day', async () => {
    await lockFrom();
    expect(await mailTo(dataDir, member.email)).toContain('Sign-in is locked');
    await app.sql`DELETE FROM lockouts`;
    await lockFrom('203.0.113.67');
    await allMailsSent(app);
    expect(await mailsTo(dataDir, member.email)).toHaveLength(1);
    await app.sql`UPDATE users SET lock_mailed_at = now() - interval '25 hours'`;
    await app.sql`DELETE FROM lockouts`;
    await lockFrom('203.0.113.68');
    await allMailsSent(app);
    expect(await mailsTo(dataDir, member.email)).toHaveLength(2);
  });

  it('sends no mail about a lock to an address without an account', async () => {
    const email = 'unknown@elsewhere.example';
    await statusesOf(6, () => signIn(new TestBrowser(app), { ...member, email }, ATTACKER));
    await allMailsSent(app);
    expect(await mailsTo(dataDir, email)).toEqual([]);
  });

  it('gets one mail however often a reset is requested, and every request the same answer', async () => {
    const ask = (ip: string) =>
      new TestBrowser(app).call('post', 'password-resets', { email: member.email }, from(ip));
    const statuses = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await ask(`192.0.2.${index}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    await allMailsSent(app);
    expect(await mailsTo(dataDir, member.email)).toHaveLength(1);
    await app.sql`UPDATE password_resets SET created_at = created_at - interval '10 minutes'`;
    await ask('192.0.2.9');
    await allMailsSent(app);
    const mails = await mailsTo(dataDir, member.email);
    expect(mails).toHaveLength(2);
    const reset = (mail: string | undefined) =>
      new TestBrowser(app).call(
        'post',
        'password-resets/perform',
        { token: tokenIn(mail!), password: NEW_PASSWORD },
        from(HOME),
      );
    expect((await reset(mails[1])).status).toBe(200);
    // A stolen older link must not outlive the password that the person chose.
    expect((await reset(mails[0])).body).toMatchObject({ code: 'reset_invalid' });
  });
});

it('the cookies over https are bound to the host and to encrypted connections', async () => {
  const app = await TestApp.start({ PUBLIC_URL: 'https://orders.example' });
  const { email, password } = await givenMember(app, await givenClient(app));
  const answer = await new TestBrowser(app).call('post', 'session', { email, password });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-wso_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-wso_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000$/,
    ),
  ]);
  await app.stop();
});
