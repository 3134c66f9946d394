import { randomBytes } from 'node:crypto';
import { readSettings } from '../../settings.js';
import type { Environment } from '../../platform/config/variables.js';
import { assertFitForProduction, checkSettings, ProductionRefusal } from './checks.js';

/** A production that passes every check. */
const FIT: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://orders@db.example/orders?sslmode=verify-full',
  REDIS_URL: 'rediss://redis.example:6379',
  SMTP_URL: 'smtps://me:pass@mail.example',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_URL: 'https://orders.example',
  ADMIN_API_TOKEN: randomBytes(24).toString('hex'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
  OPERATIONS_PORT: '3001',
  OPERATIONS_URL: 'https://office.example',
};

/** Lists the names of the checks that refuse an environment, or its warnings in parentheses. */
function refusing(env: Environment): string[] {
  const settings = readSettings({ ...FIT, ...env });
  try {
    return assertFitForProduction(settings, checkSettings(settings)).map((line) => `(${line})`);
  } catch (error) {
    if (!(error instanceof ProductionRefusal)) throw error;
    return error.sentences.map((sentence) => sentence.slice(0, sentence.indexOf(':')));
  }
}

const RAZORPAY = {
  GATEWAY: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-razorpay',
  RAZORPAY_WEBHOOK_SECRET: 'Zq9!vB3#nL7x',
};

describe('a start in production', () => {
  it('accepts settings that pass every check', () => {
    expect(refusing({})).toEqual([]);
    expect(refusing(RAZORPAY)).toEqual([]);
  });

  it.each<[string, Environment]>([
    ['demo', { DEMO_DATA: 'true' }],
    ['sandbox', { GATEWAY: 'sandbox' }],
    ['http', { PUBLIC_URL: 'http://orders.example', OPERATIONS_URL: 'http://office.example' }],
    ['http', { PUBLIC_URL: '', OPERATIONS_PORT: '', OPERATIONS_URL: '' }],
    ['mail', { SMTP_URL: '' }],
    ['mail', { SMTP_URL: 'smtp://me:pass@mail.example:587' }],
    ['mail', { SMTP_URL: 'smtp://mail.example?requireTLS=true&ignoreTLS=true' }],
    ['mail', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
    ['database', { DATABASE_URL: 'postgres://orders@db.example/orders' }],
    ['database', { DATABASE_URL: 'postgres://orders@db.example/orders?sslmode=no-verify' }],
    ['database', { DATABASE_URL: 'postgres://orders@db.example/orders?sslmode=allow' }],
    ['database', { DATABASE_URL: 'postgres://orders@db.example/orders?ssl=true&sslmode=disable' }],
    [
      'database',
      { DATABASE_URL: 'postgres://orders@db.example/o?sslmode=verify-full&sslmode=disable' },
    ],
    [
      'database',
      { DATABASE_URL: 'postgres://orders@db.example/o?uselibpqcompat=true&sslmode=require' },
    ],
    ['database', { DATABASE_URL: 'postgres://orders@localhost,db.example/orders' }],
    ['database', { DATABASE_POOLED_URL: 'postgres://orders@pooler.example/orders' }],
    ['redis', { REDIS_URL: 'redis://redis.example:6379' }],
    ['redis', { REDIS_URL: 'redis://localhost.example' }],
    ['redis', { REDIS_URL: 'redis://localhost:99999' }],
    ['mail', { SMTP_URL: 'smtp://127.0.0.1.mail.example' }],
    ['database', { DATABASE_URL: 'postgres:///orders?host=db.example' }],
    ['secrets', { ADMIN_API_TOKEN: 'a'.repeat(32) }],
    ['secrets', { ADMIN_API_TOKEN: 'admin-token-of-the-wholesale-shop' }],
    ['secrets', { SECRETS_KEY: '' }],
    ['tls', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['secrets', { ...RAZORPAY, RAZORPAY_WEBHOOK_SECRET: 'aaaaaaaa' }],
  ])('is refused by the check %s with %j, unless it is allowed', (name, env) => {
    expect(refusing(env)).toEqual([name]);
    const allowed = refusing({ ...env, ALLOW_IN_PRODUCTION: name });
    expect(allowed).toContainEqual(expect.stringMatching(new RegExp(`^\\(${name}: .+; .+\\)$`)));
    const others = ['demo', 'sandbox', 'http', 'mail', 'database', 'redis', 'secrets', 'tls'];
    const exceptOne = others.filter((other) => other !== name);
    expect(refusing({ ...env, ALLOW_IN_PRODUCTION: exceptOne.join() })).toEqual([name]);
  });

  it('warns of operators on the public port', () => {
    expect(refusing({ OPERATIONS_PORT: '', OPERATIONS_URL: '' })).toEqual([
      expect.stringMatching(/^\(operations: \/admin and \/docs\/admin are on the public port; /),
    ]);
  });

  it('warns of ports that callers reach past a proxy on this machine', () => {
    const proxied = { TRUST_PROXY: '127.0.0.1, ::1' };
    expect(refusing(proxied)).toEqual([
      expect.stringMatching(/^\(listen: callers may reach the ports past the proxy, /),
    ]);
    expect(refusing({ ...proxied, LISTEN_ADDRESS: '127.0.0.1' })).toEqual([]);
    expect(refusing({ TRUST_PROXY: '127.0.0.1, 10.0.0.7' })).toEqual([]);
  });

  it.each<Environment>([
    { DATABASE_URL: 'postgres://orders@localhost:5432/orders' },
    { DATABASE_URL: 'postgres://orders@127.0.0.1,[::1]:5433/orders' },
    { DATABASE_URL: 'postgres://orders@/orders?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://orders@db.example/orders?sslmode=require' },
    { DATABASE_URL: 'postgres://orders@db.example/orders?ssl=true' },
    { REDIS_URL: 'redis://127.0.0.1:6379' },
    { REDIS_URL: 'redis://[::1]:6379' },
    { SMTP_URL: 'smtp://localhost:25' },
    { SMTP_URL: 'smtp://me:pass@mail.example:587?requireTLS=true' },
  ])('accepts connections that stay on this machine or are verified: %j', (env) => {
    expect(refusing(env)).toEqual([]);
  });

  it('names every refusal at once, each in a sentence with its remedy and its exception', () => {
    const settings = readSettings({
      ...FIT,
      PUBLIC_URL: 'http://orders.example',
      OPERATIONS_URL: 'http://office.example',
      GATEWAY: 'sandbox',
    });
    expect(() => assertFitForProduction(settings, checkSettings(settings))).toThrow(
      [
        'sandbox: GATEWAY=sandbox marks orders as paid without any money; set GATEWAY=razorpay with its keys, or GATEWAY=none, or allow it with ALLOW_IN_PRODUCTION=sandbox',
        'http: PUBLIC_URL is not https, so browsers send session cookies in clear; set PUBLIC_URL to the https address of the pages, such as https://orders.example, or allow it with ALLOW_IN_PRODUCTION=http',
      ].join('\n'),
    );
  });

  it('is free of these checks outside of production', () => {
    const settings = readSettings({});
    expect(assertFitForProduction(settings, checkSettings(settings))).toEqual([]);
  });
});
