import { generate } from 'otplib';
import { countSignInGaps } from '../../../src/identity/users/sign-in-gaps.js';
import { challengeOf, originOf, registeredDevice } from '../../support/access/authenticator.js';
import { TestApp } from '../../support/app.js';
import { givenClient } from '../../support/shop/given.js';
import {
  givenMember,
  givenOperator,
  TestBrowser,
  type GivenUser,
} from '../../support/shop/people.js';

const app = await TestApp.start({ NODE_ENV: 'production' });
afterEach(() => app.sql`DELETE FROM lockouts`);

/** Computes the code of the time step at this offset from now. */
const codeOf = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
const forgetStep = (user: GivenUser) =>
  app.sql`UPDATE users SET totp_last_step = NULL WHERE id = ${user.id}`;
const signIn = async (user: GivenUser, totp?: string) => {
  const { email, password } = user;
  const { status } = await new TestBrowser(app).call('post', 'session', {
    email,
    password,
    ...(totp !== undefined && { totp }),
  });
  await app.sql`DELETE FROM lockouts`;
  return status;
};
const setUp = async (user: GivenUser) => {
  const browser = await TestBrowser.signedIn(app, user);
  const { body } = await browser.call('post', 'totp');
  const { secret } = body.data as { secret: string };
  const enabled = await browser.call('post', 'totp/enable', { totp: await codeOf(secret) });
  expect(enabled.status).toBe(200);
  const codes = (enabled.body.data as { recovery_codes: string[] }).recovery_codes;
  return { browser, secret, codes };
};

describe('one-time codes', () => {
  it('must be set up by an operator in production before anything else', async () => {
    const browser = await TestBrowser.ofOperator(app);
    const session = await browser.call('get', 'session');
    expect(session.body.data).toMatchObject({ totp: { enabled: false, required: true } });
    const refused = await browser.admin('get', 'plans');
    expect([refused.status, refused.body.code]).toEqual([403, 'totp_required']);
    const { body } = await browser.call('post', 'totp');
    const { secret, qr_svg } = body.data as { secret: string; qr_svg: string };
    expect(qr_svg).toMatch(/^<svg /);
    const wrong = await browser.call('post', 'totp/enable', { totp: '000000' });
    expect([wrong.status, wrong.body.errors?.[0]?.code]).toEqual([422, 'wrong_code']);
    await browser.call('post', 'totp/enable', { totp: await codeOf(secret) });
    expect((await browser.admin('get', 'plans')).status).toBe(200);
    const off = await browser.call('delete', 'totp');
    expect([off.status, off.body.code]).toEqual([409, 'totp_mandatory']);
  });

  it('are required at sign-in, and the response does not say that they were missing', async () => {
    const member = await givenMember(app, await givenClient(app));
    const { secret } = await setUp(member);
    await forgetStep(member);
    expect(await signIn(member)).toBe(401);
    expect(await signIn(member, '000000')).toBe(401);
    expect(await signIn(member, await codeOf(secret))).toBe(200);
  });

  it('end every other session once they are turned on', async () => {
    const member = await givenMember(app, await givenClient(app));
    const thief = await TestBrowser.signedIn(app, member);
    const { browser } = await setUp(member);
    const statuses = [browser, thief].map(async (one) => (await one.call('get', 'session')).status);
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });

  it('work once, and never after a later one', async () => {
    const member = await givenMember(app, await givenClient(app));
    const { secret } = await setUp(member);
    await forgetStep(member);
    const [earlier, now] = [await codeOf(secret, -1), await codeOf(secret)];
    expect(await signIn(member, now)).toBe(200);
    expect(await signIn(member, now)).toBe(401);
    expect(await signIn(member, earlier)).toBe(401);
    expect(await signIn(member, await codeOf(secret, 1))).toBe(200);
  });

  it('work once for two browsers at the same time', async () => {
    const member = await givenMember(app, await givenClient(app));
    const { secret } = await setUp(member);
    await forgetStep(member);
    const totp = await codeOf(secret);
    const statuses = await Promise.all([signIn(member, totp), signIn(member, totp)]);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  it('are replaced by recovery codes, each once', async () => {
    const member = await givenMember(app, await givenClient(app));
    const { browser, codes } = await setUp(member);
    expect(new Set(codes).size).toBe(10);
    expect(await signIn(member, codes[0]!.toUpperCase().replaceAll('-', ' '))).toBe(200);
    expect(await signIn(member, codes[0])).toBe(401);
    await browser.call('post', 'recovery-codes');
    expect(await signIn(member, codes[1])).toBe(401);
  });

  it('can be turned off by a client', async () => {
    const member = await givenMember(app, await givenClient(app));
    const { browser } = await setUp(member);
    expect((await browser.call('delete', 'totp')).status).toBe(200);
    expect(await signIn(member)).toBe(200);
  });
});

describe('a passkey of a person who must have a second factor', () => {
  let operator: GivenUser;
  let own: TestBrowser;
  beforeEach(async () => {
    operator = await givenOperator(app);
    own = await TestBrowser.signedIn(app, operator);
  });

  const registered = () => registeredDevice(own, originOf(app));
  const passkeyIds = async (): Promise<number[]> => {
    const { body } = await own.call('get', 'passkeys');
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it('opens the other pages, signs in, and is not replaced by the password', async () => {
    expect((await own.admin('get', 'plans')).body.code).toBe('totp_required');
    const made = await registered();
    expect((await own.admin('get', 'plans')).status).toBe(200);
    const { body } = await own.call('get', 'session');
    const totp = { enabled: false, required: false, by_passkey: true };
    expect(body.data).toMatchObject({ totp });
    expect([await signIn(operator), await signIn(operator, '000000')]).toEqual([401, 401]);
    const { password } = operator;
    expect((await own.call('post', 'session/confirm', { password })).status).toBe(401);
    const browser = new TestBrowser(app);
    const challenge = await challengeOf(browser, 'session/passkey/options');
    const credential = made.sign({ challenge, origin: originOf(app) });
    expect((await browser.call('post', 'session/passkey', { credential })).status).toBe(200);
    expect((await browser.admin('get', 'plans')).status).toBe(200);
  });

  it('is replaced by a recovery code when the device is lost, once', async () => {
    expect((await own.call('post', 'recovery-codes')).body.code).toBe('totp_not_enrolled');
    await registered();
    const { body } = await own.call('post', 'recovery-codes');
    const { recovery_codes: codes } = body.data as { recovery_codes: string[] };
    const statuses = [await signIn(operator, codes[0]), await signIn(operator, codes[0])];
    expect(statuses).toEqual([200, 401]);
  });

  it('stays unless another one or one-time codes replace it', async () => {
    await registered();
    const [first] = await passkeyIds();
    const refused = await own.call('delete', `passkeys/${first}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'totp_mandatory']);
    expect(await passkeyIds()).toEqual([first]);
    await registered();
    expect((await own.call('delete', `passkeys/${first}`)).status).toBe(200);
    await app.sql`UPDATE users SET totp_secret = 'the secret' WHERE id = ${operator.id}`;
    const [second] = await passkeyIds();
    // One-time codes may go while there is a passkey, and the passkey while there are codes.
    expect((await own.call('delete', 'totp')).status).toBe(200);
    await app.sql`UPDATE users SET totp_secret = 'the secret' WHERE id = ${operator.id}`;
    expect((await own.call('delete', `passkeys/${second}`)).status).toBe(200);
    expect((await own.call('delete', 'totp')).body.code).toBe('totp_mandatory');
  });

  it('counts as the second factor of an owner', async () => {
    const waiting = async () => (await countSignInGaps(app.dataSource.manager)).waitingOwners;
    const before = await waiting();
    await registered();
    expect(await waiting()).toBe(before - 1);
  });
});
