import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { countSignInGaps } from '../../src/accounts/users/sign-in-gaps.js';
import { OperationsPort } from '../../src/platform/http/operations-port.js';
import { TestApp } from '../support/app.js';
import { Authenticator } from '../support/access/authenticator.js';
import { givenClient } from '../support/shop/given.js';
import {
  givenMember,
  givenOperator,
  SAME_ORIGIN,
  TestBrowser,
  type GivenUser,
} from '../support/shop/people.js';

/** What a browser needs to create or use a passkey. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

let app: TestApp;
let client: { id: number };
let member: GivenUser;
let browser: TestBrowser;
let device: Authenticator;
let origin: string;
beforeAll(async () => {
  app = await TestApp.start();
  origin = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  client = await givenClient(app);
});
beforeEach(async () => {
  await app.dataSource.query('DELETE FROM lockouts');
  member = await givenMember(app, client);
  browser = await TestBrowser.signedIn(app, member);
  device = await registered(browser);
});
afterAll(() => app.stop());

const challengeOf = async (by: TestBrowser, path: string): Promise<string> => {
  const { status, body } = await by.call('post', path);
  expect(status).toBe(200);
  return (body.data as { options: { challenge: string } }).options.challenge;
};
const add = (by: TestBrowser, credential: object, name = 'Laptop') =>
  by.call('post', 'passkeys', { name, credential });
/** Returns a device whose passkey a person has registered. */
const registered = async (by: TestBrowser, at = origin): Promise<Authenticator> => {
  const made = new Authenticator();
  const challenge = await challengeOf(by, 'passkeys/options');
  expect((await add(by, made.create({ challenge, origin: at }))).status).toBe(201);
  return made;
};
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
    await app.dataSource.query("UPDATE users SET totp_secret = 'the secret' WHERE id = $1", [
      member.id,
    ]);
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
      created_at: expect.any(String) as string,
      last_used_at: null,
    });
    const stranger = await TestBrowser.signedIn(app, await givenMember(app, client));
    expect((await stranger.call('get', 'passkeys')).body.data).toEqual([]);
    expect((await stranger.call('delete', `passkeys/${passkey.id}`)).status).toBe(404);
    expect((await browser.call('delete', `passkeys/${passkey.id}`)).status).toBe(200);
    const challenge = await signInChallenge();
    expect(await signIn(device.sign({ challenge, origin }))).toEqual(REFUSED);
  });

  it('confirms a session instead of the password, but not that of another person', async () => {
    await app.dataSource.query("UPDATE sessions SET confirmed_at = now() - interval '1 hour'");
    const refused = await browser.call('post', 'passkeys/options');
    expect([refused.status, refused.body.code]).toEqual([403, 'password_required']);
    const stranger = await TestBrowser.signedIn(app, await givenMember(app, client));
    const confirm = async (by: TestBrowser) => {
      const credential = device.sign({ challenge: await signInChallenge(), origin });
      return (await by.call('post', 'session/confirm', { credential })).status;
    };
    expect(await confirm(stranger)).toBe(401);
    expect((await browser.call('post', 'passkeys/options')).status).toBe(403);
    expect(await confirm(browser)).toBe(200);
    expect((await browser.call('post', 'passkeys/options')).status).toBe(200);
  });

  it('is made at the address of operators for that host', async () => {
    const own = await TestApp.startOn(app.connection, {
      PUBLIC_URL: 'http://orders.example',
      OPERATIONS_PORT: '0',
      OPERATIONS_URL: 'http://office.example',
    });
    const port = own.nest.get(OperationsPort);
    await port.listen(own.server);
    const operator = await givenOperator(own);
    const made = new Authenticator('office.example');
    const page = { origin: 'http://office.example' };
    const at = (path: string, cookie: string, body?: object) =>
      request(`http://127.0.0.1:${port.port}`)
        .post(`/dashboard/api/${path}`)
        .set({ ...SAME_ORIGIN, Cookie: cookie })
        .send(body);
    const { email, password } = operator;
    const signed = await at('session', '', { email, password }).expect(200);
    const cookie = (signed.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const options = async (path: string): Promise<Options> => {
      const { body } = await at(path, cookie).expect(200);
      return (body as { data: { options: Options } }).data.options;
    };
    const { rp, challenge } = await options('passkeys/options');
    expect(rp?.id).toBe('office.example');
    const credential = made.create({ ...page, challenge });
    await at('passkeys', cookie, { name: 'Laptop', credential }).expect(201);
    const asked = await options('session/passkey/options');
    expect(asked.rpId).toBe('office.example');
    const signature = made.sign({ ...page, challenge: asked.challenge });
    await at('session/passkey', '', { credential: signature }).expect(200);
    // The port of stores and clients signs no operator in, with whichever factor.
    const browser = new TestBrowser(own);
    const elsewhere = { challenge: await challengeOf(browser, 'session/passkey/options') };
    const forMain = made.sign(
      { ...elsewhere, origin: 'http://orders.example' },
      { rpId: 'orders.example' },
    );
    const refused = await browser.call('post', 'session/passkey', { credential: forMain });
    expect([refused.status, refused.body.code]).toEqual([403, 'use_operations_port']);
    await own.stop();
  });
});

describe('a passkey of a person who must have a second factor', () => {
  let production: TestApp;
  let operator: GivenUser;
  let own: TestBrowser;
  let office: string;
  beforeAll(async () => {
    production = await TestApp.startOn(app.connection, { NODE_ENV: 'production' });
    office = `http://localhost:${(production.server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    operator = await givenOperator(production);
    own = await TestBrowser.signedIn(production, operator);
  });
  afterAll(() => production.stop());

  const enter = async (more: object = {}) => {
    const { email, password } = operator;
    const browser = new TestBrowser(production);
    const { status } = await browser.call('post', 'session', { email, password, ...more });
    await app.dataSource.query('DELETE FROM lockouts');
    return status;
  };
  const passkeyIds = async (): Promise<number[]> => {
    const { body } = await own.call('get', 'passkeys');
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it('opens the other pages, signs in, and is not replaced by the password', async () => {
    expect((await own.admin('get', 'plans')).body.code).toBe('totp_required');
    const made = await registered(own, office);
    expect((await own.admin('get', 'plans')).status).toBe(200);
    const { body } = await own.call('get', 'session');
    const totp = { enabled: false, required: false, by_passkey: true };
    expect(body.data).toMatchObject({ totp });
    expect([await enter(), await enter({ totp: '000000' })]).toEqual([401, 401]);
    const { password } = operator;
    expect((await own.call('post', 'session/confirm', { password })).status).toBe(401);
    const browser = new TestBrowser(production);
    const challenge = await challengeOf(browser, 'session/passkey/options');
    const credential = made.sign({ challenge, origin: office });
    expect((await browser.call('post', 'session/passkey', { credential })).status).toBe(200);
    expect((await browser.admin('get', 'plans')).status).toBe(200);
  });

  it('is replaced by a recovery code when the device is lost, once', async () => {
    expect((await own.call('post', 'recovery-codes')).body.code).toBe('totp_not_enrolled');
    await registered(own, office);
    const { body } = await own.call('post', 'recovery-codes');
    const { recovery_codes: codes } = body.data as { recovery_codes: string[] };
    expect([await enter({ totp: codes[0] }), await enter({ totp: codes[0] })]).toEqual([200, 401]);
  });

  it('stays unless another one or one-time codes replace it', async () => {
    await registered(own, office);
    const [first] = await passkeyIds();
    const refused = await own.call('delete', `passkeys/${first}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'totp_mandatory']);
    expect(await passkeyIds()).toEqual([first]);
    await registered(own, office);
    expect((await own.call('delete', `passkeys/${first}`)).status).toBe(200);
    await app.dataSource.query("UPDATE users SET totp_secret = 'the secret' WHERE id = $1", [
      operator.id,
    ]);
    const [second] = await passkeyIds();
    // One-time codes may go while there is a passkey, and the passkey while there are codes.
    expect((await own.call('delete', 'totp')).status).toBe(200);
    await app.dataSource.query("UPDATE users SET totp_secret = 'the secret' WHERE id = $1", [
      operator.id,
    ]);
    expect((await own.call('delete', `passkeys/${second}`)).status).toBe(200);
    expect((await own.call('delete', 'totp')).body.code).toBe('totp_mandatory');
  });

  it('counts as the second factor of an owner', async () => {
    const waiting = async () => (await countSignInGaps(app.dataSource.manager)).waitingOwners;
    const before = await waiting();
    await registered(own, office);
    expect(await waiting()).toBe(before - 1);
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
    await app.dataSource.query(
      "UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'",
    );
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
  ])('of %s is refused', async (_, forge) => {
    expect(await signIn(forge({ challenge: await signInChallenge(), origin }))).toEqual(REFUSED);
  });

  it.each([{}, { id: 'x' }, { response: { clientDataJSON: 'eyJ9' } }, { response: 7 }])(
    'that is malformed as %j is refused',
    async (credential) => {
      expect(await signIn(credential)).toEqual(REFUSED);
    },
  );

  it.each([null, 'text', [], 7])('that is %j is refused as a field', async (credential) => {
    const { status } = await new TestBrowser(app).call('post', 'session/passkey', { credential });
    expect(status).toBe(422);
  });

  it('with a counter that does not grow is refused: the key was copied', async () => {
    const sign = async (counter: number) =>
      (await signIn(device.sign({ challenge: await signInChallenge(), origin }, { counter })))[0];
    expect([await sign(5), await sign(5), await sign(4), await sign(6)]).toEqual([
      200, 401, 401, 200,
    ]);
  });

  it('of a device without a counter signs in each time', async () => {
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
    const stranger = await TestBrowser.signedIn(app, await givenMember(app, client));
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin });
    expect(await refusalOf(credential, stranger)).toEqual(INVALID);
    expect((await add(browser, credential)).status).toBe(201);
    expect(await refusalOf(credential)).toEqual(INVALID);
  });

  it('is refused for a passkey that a person has', async () => {
    const stranger = await TestBrowser.signedIn(app, await givenMember(app, client));
    const challenge = await challengeOf(stranger, 'passkeys/options');
    expect(await refusalOf(device.create({ challenge, origin }), stranger)).toEqual(INVALID);
  });

  it.each([
    ['another page', { origin: 'https://evil.example' }, {}],
    ['another service', {}, { rpId: 'evil.example' }],
    ['a device that did not verify its person', {}, { isVerified: false }],
    ['a signature', {}, { type: 'webauthn.get' }],
  ])('of %s is refused', async (_, page, deviations) => {
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin, ...page }, deviations);
    expect(await refusalOf(credential)).toEqual(INVALID);
  });

  it('is refused with a challenge for signing in', async () => {
    const challenge = await signInChallenge();
    expect(await refusalOf(new Authenticator().create({ challenge, origin }))).toEqual(INVALID);
  });

  it('is refused for the twenty-first passkey', async () => {
    for (let count = 1; count < 20; count += 1) await registered(browser);
    const challenge = await challengeOf(browser, 'passkeys/options');
    const credential = new Authenticator().create({ challenge, origin });
    expect(await refusalOf(credential)).toEqual([422, 'too_many']);
  });

  it('is sent by a page of this service', async () => {
    const headers = { ...SAME_ORIGIN, 'Sec-Fetch-Site': 'cross-site' };
    const { status, body } = await browser.call('post', 'passkeys/options', {}, headers);
    expect([status, body.code]).toEqual([403, 'cross_site']);
  });
});

describe('challenges', () => {
  it('are limited by address', async () => {
    const own = await TestApp.start();
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await new TestBrowser(own).call('post', 'session/passkey/options')).status);
    }
    expect([statuses[59], statuses[60]]).toEqual([200, 429]);
    await own.stop();
  });
});
