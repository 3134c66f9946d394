import { existsSync, readFileSync } from 'node:fs';
import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings } from '../../settings.js';
import { GATEWAY_KINDS, GATEWAYS } from './gateways.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';
const ADMIN_API_TOKEN = 'an-operator-token-of-32-letters!';

describe('the settings of the gateway', () => {
  it('has the sandbox for a trial only, unless it is asked for', () => {
    const gatewayOf = (env: Record<string, string>) =>
      readSettings({ ADMIN_API_TOKEN, ...env }).gateway;
    expect(gatewayOf({ DATABASE_URL })).toBeNull();
    expect(gatewayOf({ NODE_ENV: 'production' })).toBeNull();
    expect(gatewayOf({ GATEWAY: 'none' })).toBeNull();
    const production = { NODE_ENV: 'production', DATABASE_URL, GATEWAY: 'sandbox' };
    expect(gatewayOf(production)).toEqual({ kind: 'sandbox', keys: {} });
  });

  it.each(GATEWAY_KINDS)('names the variables of %s in a page for operators', (kind) => {
    const pages = ['docs/payments.md', `src/money/gateway/${kind}/README.md`];
    const text = pages.filter((page) => existsSync(page)).map((page) => readFileSync(page, 'utf8'));
    for (const name of GATEWAYS[kind]!.variables) expect(text.join()).toContain(name);
  });

  it('reads all of the keys of Razorpay, or refuses in one line', () => {
    const keys = {
      RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
      RAZORPAY_KEY_SECRET: 'a-key-secret-of-razorpay',
      RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret',
    };
    expect(readSettings({ GATEWAY: 'razorpay', ...keys }).gateway).toEqual({
      kind: 'razorpay',
      keys,
    });
    const all = 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET';
    expect(refusalOf({ GATEWAY: 'razorpay', ...keys, RAZORPAY_WEBHOOK_SECRET: ' ' })).toBe(
      `RAZORPAY_WEBHOOK_SECRET is not set: GATEWAY=razorpay needs all of ${all}`,
    );
    expect(refusalOf({ GATEWAY: 'razorpay', RAZORPAY_KEY_ID: keys.RAZORPAY_KEY_ID })).toBe(
      `RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are not set: GATEWAY=razorpay needs all of ${all}`,
    );
    expect(refusalOf({ GATEWAY: 'razorpay' })).toBe(
      `RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, and RAZORPAY_WEBHOOK_SECRET are not set: GATEWAY=razorpay needs all of ${all}`,
    );
    expect(refusalOf(keys)).toBe('GATEWAY is not set: with RAZORPAY_KEY_ID, expected razorpay');
  });
});
