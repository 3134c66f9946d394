import { TokensService } from '../../src/auth/tokens.service.js';
import { ClientsService } from '../../src/clients/clients.service.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp } from '../support/app.js';
import { givenClient, givenPlan, headersOf, type GivenClient } from '../support/shop/given.js';
import { inDays } from '../support/time.js';

const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '600', ORDER_RATE_LIMIT_PER_MINUTE: '0' });

describe('GET /api/me', () => {
  const me = async ({ headers }: Pick<GivenClient, 'headers'>): Promise<Record<string, unknown>> =>
    ((await app.get('/api/me', headers).expect(200)).body as { data: Record<string, unknown> })
      .data;

  it("returns the token's client, plan and limits, and until when they are valid", async () => {
    const endsAt = inDays(30);
    const expiresAt = inDays(7);
    const client = await givenClient(app, {
      domain: 'https://www.Kaveri.example',
      subscription: { status: 'trialing', endsAt },
      expiresAt,
    });
    await app.service(PlansService).changePlan(client.plan, { name: 'Gold' });
    await app.service(ClientsService).changeClient(client.id, { name: 'Kaveri Kitchen' });
    expect(await me(client)).toEqual({
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
    const client = await givenClient(app);
    const other = await app.service(TokensService).issueToken(client.id, 'second.example');
    expect(await me(client)).toMatchObject({ domain: client.domain });
    expect(await me({ headers: headersOf(other.token, 'second.example') })).toMatchObject({
      client: { id: client.id },
      token: { last4: other.last4 },
      domain: 'second.example',
    });
  });

  it('returns until when a subscription that is past due is still accepted', async () => {
    const late = await givenClient(app, { subscription: { status: 'past_due' } });
    const { subscription } = await me(late);
    const { grace_ends_at: graceEndsAt } = subscription as { grace_ends_at: string };
    expect(subscription).toMatchObject({ status: 'past_due', ends_at: null });
    expect(Date.parse(graceEndsAt)).toBeGreaterThan(inDays(6).getTime());
  });

  it('shows a change of plan at once', async () => {
    const client = await givenClient(app);
    const { code } = await givenPlan(app);
    await app.service(PlansService).subscribe(client.id, { plan: code, status: 'active' });
    expect(await me(client)).toMatchObject({ plan: { code } });
  });

  it("returns the database's time and forbids caching", async () => {
    const { headers } = await givenClient(app);
    const clock = async (): Promise<number> => {
      const [row] = await app.sql<{ now: Date }>`SELECT clock_timestamp() AS now`;
      return row!.now.getTime();
    };
    const before = await clock();
    const answer = await app.get('/api/me', headers).set('If-None-Match', '"any"').expect(200);
    const { server_time: time } = (answer.body as { data: { server_time: string } }).data;
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(await clock());
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
  });
});
