import { CourierKeysRefused } from '../../../src/couriers/courier-errors.js';
import type { CourierSessions } from '../../../src/couriers/courier-description.js';
import { openAccount } from '../../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';

const stub = await ShiprocketStub.open();
afterAll(() => stub.close());

describe('the token of an account', () => {
  it('is asked for once by calls at the same time, and renewed once when it has ended', async () => {
    const own = await ShiprocketStub.open();
    const one = openAccount(own, 1_000);
    await one.check();
    await Promise.all([one.check(), one.check()]);
    expect(own.logins).toBe(1);
    own.tokens.clear();
    await one.check();
    expect(own.logins).toBe(2);
    own.plan('/settings/company/pickup', { status: 401, body: { message: 'Unauthenticated' } });
    own.plan('/settings/company/pickup', { status: 401, body: { message: 'Unauthenticated' } });
    await expect(one.check()).rejects.toThrow(CourierKeysRefused);
    expect(own.logins).toBe(3);
    await own.close();
  });

  it('lasts for ten days, and is not asked for again if a new one is refused, in words without the password', async () => {
    const own = await ShiprocketStub.open();
    const ends: Date[] = [];
    const session: CourierSessions = {
      token: async (logIn) => {
        const { token, endsAt } = await logIn();
        ends.push(endsAt);
        return { token, isNew: true };
      },
    };
    const message = 'Unauthenticated';
    own.plan('/settings/company/pickup', { status: 401, body: { message } });
    const refused = openAccount(own, 1_000, { session }).check();
    await expect(refused).rejects.toMatchObject({ code: 'keys_refused', words: message });
    expect(own.logins).toBe(1);
    const days = (ends[0]!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(9.9);
    expect(days).toBeLessThanOrEqual(10);
    await own.close();
  });

  it('is refused for keys that Shiprocket does not know or permit, and open while it is down', async () => {
    for (const status of [400, 401, 403, 422]) {
      stub.plan('/auth/login', { status, body: { message: 'Invalid email and password' } });
      await expect(openAccount(stub).check()).rejects.toThrow(CourierKeysRefused);
    }
    for (const [status, isLimit] of [
      [500, false],
      [429, true],
      [200, false],
    ] as const) {
      stub.plan('/auth/login', { status, body: {} });
      const unknown = { name: 'CourierUnknown', isLimit };
      await expect(openAccount(stub).check()).rejects.toMatchObject(unknown);
    }
    stub.plan('/settings/company/pickup', { status: 403, body: { message: 'No permission' } });
    await expect(openAccount(stub).check()).rejects.toMatchObject({ code: 'keys_refused' });
  });
});

it('an account reads labels where Shiprocket is known to keep them, and asks about one AWB at a time', () => {
  const { hosts, ...rules } = openAccount(stub).rules;
  expect(rules).toMatchObject({
    maxAwbsPerAsk: 1,
    address: { lines: 2, lineMax: 250 },
    answersUntilHour: null,
  });
  for (const address of [
    'https://apiv2.shiprocket.in/v1/external/orders',
    'https://kr-shipmultichannel.s3.ap-southeast-1.amazonaws.com/25149/labels/1.pdf',
    'https://kr-shipmultichannel-mum.s3.ap-south-1.amazonaws.com/25149/labels/1.pdf',
    'https://s3-ap-southeast-1.amazonaws.com/kr-shipmultichannel/25149/labels/1.pdf',
  ]) {
    expect(hosts).toContain(new URL(address).hostname);
  }
});
