import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { givenShop } from '../support/shop/shop.js';
import { inDays } from '../support/time.js';

const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '600', ORDER_RATE_LIMIT_PER_MINUTE: '0' });
const admin = new Admin(app);

describe('GET /api/me', () => {
  it("returns the token's client, plan and limits, and until when they are valid", async () => {
    const endsAt = inDays(30);
    const expiresAt = inDays(7);
    const shop = await givenShop(app, {
      domain: 'https://www.Kaveri.example',
      subscription: { status: 'trialing', endsAt },
      expiresAt,
    });
    const { client } = shop;
    await admin.plans.change(client.plan, { name: 'Gold' });
    await admin.clients.change(client.id, { name: 'Kaveri Kitchen' });
    expect(await shop.me()).toEqual({
      mode: 'live',
      client: { id: client.id, name: 'Kaveri Kitchen' },
      token: { last4: client.token.slice(-4), expires_at: expiresAt.toISOString() },
      domain: 'kaveri.example',
      plan: { code: client.plan, name: 'Gold' },
      subscription: { status: 'trialing', ends_at: endsAt.toISOString(), grace_ends_at: null },
      limits: { requests_per_minute: 600, orders_per_minute: null },
      auto_pay: false,
      currency: 'INR',
      server_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('distinguishes two tokens of a client', async () => {
    const shop = await givenShop(app);
    const { id, domain } = shop.client;
    const other = await admin.tokens.create(id, { domain: 'second.example' });
    expect(await shop.me()).toMatchObject({ domain });
    expect(await shop.withToken(other.token, 'second.example').me()).toMatchObject({
      client: { id },
      token: { last4: other.last4 },
      domain: 'second.example',
    });
  });

  it('returns until when a subscription that is past due is still accepted', async () => {
    const late = await givenShop(app, { subscription: { status: 'past_due' } });
    const { subscription } = await late.me();
    expect(subscription).toMatchObject({ status: 'past_due', ends_at: null });
    expect(Date.parse(subscription.grace_ends_at!)).toBeGreaterThan(inDays(6).getTime());
  });

  it("returns the database's time and forbids caching", async () => {
    const shop = await givenShop(app);
    const clock = async () =>
      (await app.row<{ now: Date }>`SELECT clock_timestamp() AS now`).now.getTime();
    const before = await clock();
    const time = Date.parse((await shop.me()).server_time);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(await clock());
    for (const known of ['"any"', '*']) {
      const { status, headers } = await shop.me().set('If-None-Match', known).response();
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers).not.toHaveProperty('etag');
    }
  });
});
