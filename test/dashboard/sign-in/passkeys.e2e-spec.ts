import { TestApp } from '../../support/app.js';
import {
  Authenticator,
  challengeOf,
  originOf,
  registeredDevice,
} from '../../support/access/authenticator.js';
import { givenClient } from '../../support/shop/given.js';
import { givenMember, TestBrowser, type GivenUser } from '../../support/shop/people.js';
let member: GivenUser;
let browser: TestBrowser;
let device: Authenticator;
const app = await TestApp.start();
const origin = originOf(app);
const client = await givenClient(app);
beforeEach(async () => {
  await app.sql`DELETE FROM lockouts`;
  member = await givenMember(app, client);
  browser = await TestBrowser.signedIn(app, member);
  device = await registeredDevice(browser, origin);
});

const add = (by: TestBrowser, credential: object, name = 'Laptop') =>
  by.call('post', 'passkeys', { name, credential });
const signInChallenge = () => challengeOf(new TestBrowser(app), 'session/passkey/options');
const signIn = async (credential: object, by = new TestBrowser(app)) => {
  const { status, body } = await by.call('post', 'session/passkey', { credential });
  return [status, body.code];
};
const REFUSED = [401, 'sign_in_failed'];

describe('a passkey', () => {
  it('signs its person in without a password', async () => {
    const other = new TestBrowser(app);
    const challenge = await signInChallenge();
    expect(await signIn(device.sign({ challenge, origin }), other)).toEqual([200, undefined]);
    const { body } = await other.call('get', 'session');
    expect(body.data).toMatchObject({ user: { id: member.id } });
    expect(other.device).not.toBeNull();
  });

  it('signs in while passwords are locked, and without a one-time code', async () => {
    await app.sql`UPDATE users SET totp_secret = 'the secret' WHERE id = ${member.id}`;
    const { email } = member;
    for (let count = 0; count < 6; count += 1) {
      await new TestBrowser(app).call('post', 'session', { email, password: 'a wrong password' });
    }
    const challenge = await signInChallenge();
    expect((await signIn(device.sign({ challenge, origin })))[0]).toBe(200);
  });

  it('is listed without its key, renamed by nothing, and removed by its person only', async () => {
    const { body } = await browser.call('get', 'passkeys');
    const [passkey] = body.data as [{ id: number }];
    expect(passkey).toEqual({
      id: passkey.id,
      name: 'Laptop',
      created_at: expect.any(String),
      last_used_at: null,
    });
    const stranger = await TestBrowser.ofMember(app, client);
    expect((await stranger.call('get', 'passkeys')).body.data).toEqual([]);
    expect((await stranger.call('delete', `passkeys/${passkey.id}`)).status).toBe(404);
    expect((await browser.call('delete', `passkeys/${passkey.id}`)).status).toBe(200);
    const challenge = await signInChallenge();
    expect(await signIn(device.sign({ challenge, origin }))).toEqual(REFUSED);
  });

  it('confirms a session instead of the password, but not that of another person', async () => {
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`;
    const refused = await browser.call('post', 'passkeys/options');
    expect([refused.status, refused.body.code]).toEqual([403, 'password_required']);
    const stranger = await TestBrowser.ofMember(app, client);
    const confirm = async (by: TestBrowser) => {
      const credential = device.sign({ challenge: await signInChallenge(), origin });
      return (await by.call('post', 'session/confirm', { credential })).status;
    };
    expect(await confirm(stranger)).toBe(401);
    expect((await browser.call('post', 'passkeys/options')).status).toBe(403);
    expect(await confirm(browser)).toBe(200);
    expect((await browser.call('post', 'passkeys/options')).status).toBe(200);
  });
});

describe('a credential', () => {
  it('signs in once, also for two browsers at the same time', async () => {
    // Of a device that does not count, whose counter refuses nothing.
    const page = { challenge: await signInChallenge(), origin };
    const credential = device.sign(page, { counter: 0 });
    const answers = await Promise.all([signIn(credential), signIn(credential)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 401]);
    expect(await signIn(credential)).toEqual(REFUSED);
  });

  it('is refused after five minutes', async () => {
    const credential = device.sign({ challenge: await signInChallenge(), origin });
    await app.sql`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`;
    expect(await signIn(credential)).toEqual(REFUSED);
  });

  it('is refused with a challenge of its own, or one for a registration', async () => {
    const own = Buffer.alloc(32, 1).toString('base64url');
    expect(await signIn(device.sign({ challenge: own, origin }))).toEqual(REFUSED);
    const challenge = await challengeOf(browser, 'passkeys/options');
    expect(await signIn(device.sign({ challenge, origin }))).toEqual(REFUSED);
  });

  it.each<[string, (page: { challenge: string; origin: string }) => object]>([
    ['another key', (page) => device.impostor().sign(page)],
    ['another page', (page) => device.sign({ ...page, origin: 'https://evil.example' })],
    ['another service', (page) => device.sign(page, { rpId: 'evil.example' })],
    ['a device that did not verify its person', (page) => device.sign(page, { isVerified: false })],
    ['a registration', (page) => device.sign(page, { type: 'webauthn.create' })],
    ['an unknown passkey', (page) => new Authenticator().sign(page)],
    ['no signature', (page) => ({ ...device.sign(page), response: {} })],
    ['null', (page) => ({ ...device.sign(page), response: null })],
    ['an id that no database holds', (page) => ({ ...device.sign(page), id: '\u0000' })],
    ['an id that is no text', (page) => ({ ...device.sign(page), id: { $ne: '' } })],
  ])('a credential of %s is refused', async (_, forge) => {
    expect(await signIn(forge({ challenge: await signInChallenge(), origin }))).toEqual(REFUSED);
  });

  it.each([{}, { id: 'x' }, { response: { clientDataJSON: 'eyJ9' } }, { response: 7 }])(
    'a credential that is malformed as %j is refused',
    async (credential) => {
      expect(await signIn(credential)).toEqual(REFUSED);
    },
  );

  it.each([null, 'text', [], 7])(
    'a credential that is %j is refused as a field',
    async (credential) => {
      const { status } = await new TestBrowser(app).call('post', 'session/passkey', { credential });
      expect(status).toBe(422);
    },
  );

  it('a credential whose counter does not grow is refused: the key was copied', async () => {
    const sign = async (counter: number) =>
      (await signIn(device.sign({ challenge: await signInChallenge(), origin }, { counter })))[0];
    expect([await sign(5), await sign(5), await sign(4), await sign(6)]).toEqual([
      200, 401, 401, 200,
    ]);
  });

  it('a credential of a device without a counter signs in each time', async () => {
    const sign = async () =>
      (
        await signIn(device.sign({ challenge: await signInChallenge(), origin }, { counter: 0 }))
      )[0];
    expect([await sign(), await sign()]).toEqual([200, 200]);
  });
});

describe('a registration', () => {
  const refusalOf = async (credential: object, by = browser) => {
    const { status, body } = await add(by, credential);
    return [status, body.errors?.[0]?.code];
  };
  const INVALID = [422, 'invalid_credential'];

  it('works once for a challenge, and only for the person who asked for it', async () => {
    const stranger = await TestBrowser.ofMember(app, client);
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin });
    expect(await refusalOf(credential, stranger)).toEqual(INVALID);
    expect((await add(browser, credential)).status).toBe(201);
    expect(await refusalOf(credential)).toEqual(INVALID);
  });

  it('is refused for a passkey that a person has', async () => {
    const stranger = await TestBrowser.ofMember(app, client);
    const challenge = await challengeOf(stranger, 'passkeys/options');
    expect(await refusalOf(device.create({ challenge, origin }), stranger)).toEqual(INVALID);
  });

  it.each([
    ['another page', { origin: 'https://evil.example' }, {}],
    ['another service', {}, { rpId: 'evil.example' }],
    ['a device that did not verify its person', {}, { isVerified: false }],
    ['a signature', {}, { type: 'webauthn.get' }],
  ])('a registration of %s is refused', async (_, page, deviations) => {
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin, ...page }, deviations);
    expect(await refusalOf(credential)).toEqual(INVALID);
  });

  it('is refused with a challenge for signing in', async () => {
    const challenge = await signInChallenge();
    expect(await refusalOf(new Authenticator().create({ challenge, origin }))).toEqual(INVALID);
  });

  it('is refused for the twenty-first passkey', async () => {
    for (let count = 1; count < 20; count += 1) await registeredDevice(browser, origin);
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin });
    expect(await refusalOf(credential)).toEqual([422, 'too_many']);
  });
});

it('challenges are limited by address', async () => {
  const own = await TestApp.start();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await new TestBrowser(own).call('post', 'session/passkey/options')).status);
  }
  expect([statuses[59], statuses[60]]).toEqual([200, 429]);
  await own.stop();
});
