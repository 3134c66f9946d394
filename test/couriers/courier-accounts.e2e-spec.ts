import { CourierAccountsService } from '../../src/couriers/accounts/courier-accounts.service.js';
import { OpenedCouriers } from '../../src/couriers/accounts/opened-couriers.js';
import { SANDBOX_PLACE } from '../../src/couriers/sandbox/sandbox-courier.js';
import type { Settings } from '../../src/platform/config/settings.js';
import { checkCouriers, checkSandboxCourier } from '../../src/start/production/courier-checks.js';
import { TestApp } from '../support/app.js';
import { givenBooking } from '../support/couriers/booked.js';
import { admin, app, startSuite } from '../support/money/suite.js';
import { Admin } from '../support/shop/admin.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';

startSuite();

const TOKEN = 'tok-of-a-courier-9d41e77';
const OTHER_TOKEN = 'another-token-5b02aa18';
const SECRETS = [TOKEN, OTHER_TOKEN];

let names = 0;
const facts = (change: object = {}) => {
  names += 1;
  return {
    kind: 'sandbox',
    name: `Account ${names}`,
    environment: 'staging',
    keys: [{ name: 'token', value: TOKEN }],
    ...change,
  };
};
const add = (change: object = {}) => admin.call('addCourierAccount', facts(change));
const put = (id: number, body: object) => admin.call('replaceCourierAccount', id, body);
const check = (id: number) => admin.call('checkCourierAccount', id);
const renew = (id: number) => admin.call('replaceCourierPushKey', id);
const list = () => admin.call('listCourierAccounts');

/** Adds an account that bookings can be made with. */
async function givenActive(): Promise<{ id: number; body: object }> {
  const body = facts({ pickup_name: SANDBOX_PLACE.name, pickup_pincode: SANDBOX_PLACE.pincode });
  const { account } = await admin.call('addCourierAccount', body);
  await check(account.id);
  const kept = { ...body, keys: [] };
  expect(await put(account.id, { ...kept, active: true })).toMatchObject({
    active: true,
    missing: [],
  });
  return { id: account.id, body: kept };
}

describe('an account with a courier', () => {
  afterEach(async () => {
    await app.sql`DELETE FROM courier_accounts`;
  });

  it('is inactive until a check has passed and a pick-up place is chosen', async () => {
    const { account } = await add({ active: true });
    expect(account).toMatchObject({ active: false, missing: ['check', 'pickup_place'] });
    const checked = await check(account.id);
    expect(checked).toMatchObject({ passed: true, problem: null, pickup_places: [SANDBOX_PLACE] });
    expect(checked.account.missing).toEqual(['pickup_place']);
    await givenActive();
  });

  it('shows which keys are set with their last four characters, and no key ever', async () => {
    const { account, push_secret: pushSecret } = await add();
    expect(account.keys).toEqual([{ name: 'token', label: 'Token', set: true, last4: '1e77' }]);
    const keys = [{ name: 'token', value: OTHER_TOKEN }];
    const replaced = await put(account.id, { ...facts(), keys });
    expect(replaced.keys[0]).toMatchObject({ set: true, last4: 'aa18' });
    const newPair = await renew(account.id);
    await check(account.id);
    const shown = [
      JSON.stringify(account),
      JSON.stringify(await list()),
      JSON.stringify((await app.admin('get', 'audit').expect(200)).body),
      (await app.admin('get', 'audit/export').expect(200)).text,
      JSON.stringify(await app.sql`SELECT * FROM courier_accounts`),
      JSON.stringify(await app.sql`SELECT * FROM audit_entries`),
    ];
    for (const text of shown) {
      for (const secret of [...SECRETS, pushSecret, newPair.push_secret]) {
        expect(text).not.toContain(secret);
      }
    }
    const [entry] = await app.sql<{ after: object }>`
      SELECT after FROM audit_entries WHERE action = 'courier_account.changed' ORDER BY id DESC LIMIT 1`;
    expect(entry!.after).toMatchObject({ keys_entered: ['token'] });
  });

  it('shows nothing of a short key', async () => {
    const { account } = await add({ keys: [{ name: 'token', value: 'short-token' }] });
    expect(account.keys[0]).toMatchObject({ set: true, last4: null });
  });

  it('needs another check after its keys changed, and keeps keys that are left out', async () => {
    const { id, body } = await givenActive();
    const same = await put(id, { ...body, active: true, mode: 'express' });
    expect(same).toMatchObject({ active: true, mode: 'express', missing: [] });
    const keys = [{ name: 'token', value: 'refused-token' }];
    const changed = await put(id, { ...body, active: true, keys });
    expect(changed).toMatchObject({ active: false, missing: ['check'] });
    const problem = 'The sandbox refuses this token';
    const account = { check_problem: problem, pause_reason: 'keys_refused' };
    expect(await check(id)).toMatchObject({ passed: false, problem, account });
    await put(id, { ...body, keys: [{ name: 'token', value: TOKEN }] });
    const passed = await check(id);
    expect(passed.account).toMatchObject({ paused_until: null, pause_reason: null, missing: [] });
  });

  it('does not pass its check with a pick-up place that the courier does not know', async () => {
    const { account } = await add({ pickup_name: 'sandbox warehouse' });
    expect(await check(account.id)).toMatchObject({
      passed: false,
      problem: 'The courier does not know the pick-up place sandbox warehouse',
      pickup_places: [SANDBOX_PLACE],
    });
  });

  it('replaces the address of its pushes, and accepts the one before for a day', async () => {
    const { account } = await add();
    const { url } = account.push;
    expect(url).toMatch(/^http:\/\/localhost:\d+\/courier-pushes\/[a-jl-qt-z]{32}$/);
    expect(account.push).toMatchObject({ warnings: ['not_https'], previous_until: null });
    const replaced = await renew(account.id);
    expect(replaced.account.push.url).not.toBe(url);
    const until = Date.parse(replaced.account.push.previous_until!);
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(24);
    const row = await app.row<{ key: string }>`
      SELECT previous_pushes #>> '{0,key}' AS key FROM courier_accounts WHERE id = ${account.id}`;
    expect(url).toContain(row.key);
  });

  it('shows the address of its pushes only to people who may set it up', async () => {
    await add();
    const seenBy = async (role: 'owner' | 'support') => {
      const browser = await TestBrowser.ofOperator(app, [role]);
      const { body } = await browser.admin('get', 'courier-accounts');
      return (body.data as { push: { url: string | null } }[]).map(({ push }) => push.url);
    };
    expect(await seenBy('owner')).toEqual([expect.stringContaining('/courier-pushes/')]);
    expect(await seenBy('support')).toEqual([null]);
  });

  it('has a name of its own, and one of the couriers with its keys', async () => {
    const { account } = await add();
    await add({ name: account.name }).expectRefusal(409, 'courier_account_exists');
    const refusals: [object, string][] = [
      [{ kind: 'pigeon' }, 'kind unknown_value'],
      [{ environment: 'test' }, 'environment unknown_value'],
      [{ base_url: 'file:///etc/passwd' }, 'base_url invalid_url'],
      [{ base_url: 'http://user:secret@127.0.0.1' }, 'base_url invalid_url'],
      [{ keys: [{ name: 'password', value: TOKEN }] }, 'keys unknown_value'],
      [{ keys: [{ name: 'token', value: ' ' }] }, 'keys.0.value required'],
      [{ push_header: 'Authorization' }, 'push_header invalid_header'],
      [{ pickup_pincode: '012345' }, 'pickup_pincode invalid_pincode'],
      [{ return_to: 'here' }, 'return_to object_expected'],
    ];
    for (const [change, fault] of refusals) {
      expect(await add(change).problems()).toContain(fault);
    }
  });

  it('is one of twenty at most, however many are added at the same time', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 24 }, () => add().patiently().status()),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(await list()).toHaveLength(20);
  });

  it('keeps its courier and environment while bookings are open, and stays once it was used', async () => {
    const { account } = await add();
    const body = facts({ environment: 'live' });
    const order = await (await givenShop(app)).placeNew(1);
    await givenBooking(app, account.id, order, { state: 'wanted', awb: null });
    await put(account.id, body).expectRefusal(409, 'courier_account_in_use');
    expect((await list())[0]).toMatchObject({ live_bookings: 1, environment: 'staging' });
    await app.sql`UPDATE courier_bookings SET state = 'canceled'`;
    await put(account.id, body);
    const remove = () => admin.call('deleteCourierAccount', account.id).status();
    expect(await remove()).toBe(409);
    await app.sql`DELETE FROM courier_bookings`;
    expect([await remove(), await remove()]).toEqual([200, 404]);
  });
});

describe('what an account keeps secret', () => {
  afterEach(async () => {
    await app.sql`DELETE FROM courier_accounts`;
  });

  it('is encrypted again with the current key, with session and secrets of pushes', async () => {
    const { account } = await add();
    await renew(account.id);
    const before = await app.row`SELECT keys, push_secret FROM courier_accounts`;
    const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64');
    const SECRETS_KEY_PREVIOUS = Buffer.alloc(32, 7).toString('base64');
    const next = await TestApp.startOn(app.connection, { SECRETS_KEY, SECRETS_KEY_PREVIOUS });
    const counts = await next.service(CourierAccountsService).sealAllSecrets();
    expect(counts).toEqual({ sealed: 1, unreadable: 0 });
    const again = await next.service(CourierAccountsService).sealAllSecrets();
    expect(again).toEqual({ sealed: 0, unreadable: 0 });
    await next.stop();
    expect(await app.row`SELECT keys, push_secret FROM courier_accounts`).not.toEqual(before);
    // The key before opens nothing any more: this account waits, and says why.
    const [shown] = await list();
    expect(shown!.keys[0]).toMatchObject({ set: false, last4: null });
    await expect(app.service(OpenedCouriers).open(account.id, 'asking')).rejects.toMatchObject({
      reason: 'secrets_key_wrong',
    });
    expect((await list())[0]).toMatchObject({ pause_reason: 'secrets_key_wrong' });
    await put(account.id, facts());
    expect(await check(account.id)).toMatchObject({ passed: true });
  });

  it('logs in once for all that ask at the same time, and stores the token before it is used', async () => {
    const { account } = await add();
    let logins = 0;
    const logIn = async () => {
      logins += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { token: `session-${logins}`, endsAt: new Date(Date.now() + 9 * 86_400_000) };
    };
    const session = app.service(OpenedCouriers).sessionOf(account.id);
    const tokens = await Promise.all([1, 2, 3].map(() => session.token(logIn)));
    expect(logins).toBe(1);
    expect(tokens.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(tokens.map(({ token }) => token))).toEqual(new Set(['session-1']));
    const renewed = await Promise.all([1, 2].map(() => session.token(logIn, 'session-1')));
    expect(logins).toBe(2);
    expect(new Set(renewed.map(({ token }) => token))).toEqual(new Set(['session-2']));
    const stored = await app.row<{ session: string }>`SELECT session FROM courier_accounts`;
    expect(stored.session).not.toContain('session-2');
    await expect(session.token(() => Promise.reject(new Error('no')), 'session-2')).rejects.toThrow(
      'no',
    );
    expect(await session.token(logIn)).toEqual({ token: 'session-2', isNew: false });
  });

  it('is not of the sandbox in production, where only a stub of the same machine is called', async () => {
    const { account } = await add();
    const production = await TestApp.startOn(app.connection, { NODE_ENV: 'production' });
    const operator = new Admin(production);
    const kinds = await operator.call('listCourierKinds');
    expect(kinds.map(({ kind }) => kind)).toEqual(['delhivery', 'shiprocket']);
    const refused = operator.call('addCourierAccount', facts());
    expect(await refused.problems()).toContain('kind unknown_value');
    await production.get('/sandbox/courier', {}).expect(404);
    await app.sql`UPDATE courier_accounts SET base_url = 'http://10.0.0.1' WHERE id = ${account.id}`;
    await expect(
      production.service(OpenedCouriers).open(account.id, 'asking'),
    ).rejects.toMatchObject({ reason: 'base_url_refused' });
    await production.stop();
  });
});

describe('the checks of doctor', () => {
  it('refuse an active sandbox, and warn of what no booking can succeed with', async () => {
    const { manager } = app.dataSource;
    const settings = (key: number, publicUrl: string | null) =>
      ({ secretsKey: Buffer.alloc(32, key), secretsKeyPrevious: null, publicUrl }) as Settings;
    const fit = settings(7, 'https://orders.example');
    await add();
    expect(await checkSandboxCourier(manager, fit)).toBeNull();
    expect(await checkCouriers(manager, settings(9, null))).toBeNull();
    await givenActive();
    expect(await checkSandboxCourier(manager, fit)).toMatchObject({ kind: 'refused' });
    await app.sql`INSERT INTO booking_rules (id, unit_grams) VALUES (1, 200)
      ON CONFLICT (id) DO UPDATE SET unit_grams = 200`;
    expect(await checkCouriers(manager, fit)).toBeNull();
    await app.sql`UPDATE courier_accounts SET checked_at = now() - interval '31 days'`;
    await app.sql`UPDATE booking_rules SET unit_grams = NULL`;
    await (await givenShop(app)).placeNew(1);
    const found = await checkCouriers(manager, settings(9, 'http://orders.example'));
    expect(found!.kind).toBe('warning');
    expect(found!.problem).toMatch(
      /^SECRETS_KEY does not open the keys of Account \d+, and no check of Account \d+ has passed for 30 days, and the address of pushes is not https, so their secret can be read on the way, and \d+ products have no weight, so they cannot be booked$/,
    );
  });
});
