import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { PushJob } from '../../src/couriers/pushes/push.job.js';
import { RateLimits } from '../../src/platform/http/limits/rate-limits.js';
import { send } from '../faults/support/http.js';
import { givenCourierAccount, PUSH_SECRET } from '../support/couriers/courier-accounts.js';
import { givenSuite } from '../support/shop/shop.js';

const { app } = await givenSuite();
await app.stopJobs(PushJob);
const account = await givenCourierAccount(app, { kind: 'shiprocket', isDefault: false });

describe('a courier that tries the address before it saves it', () => {
  const call = async (method: 'get' | 'head' | 'post', headers = {}, body?: object) => {
    const path = `/courier-pushes/${account.pushKey}`;
    return (await request(app.server)[method](path).set(headers).send(body)).status;
  };
  const counted = async (): Promise<number[]> => {
    const of = (name: string) => app.metric(`courier_pushes_total{outcome="${name}"}`);
    const stored = await app.sql`SELECT FROM courier_pushes`;
    return [stored.length, (await of('refused')) || 0, (await of('tested')) || 0];
  };
  let before: number[];
  beforeEach(async () => void (before = await counted()));

  it('gets 200 by GET, by HEAD and without the secret, and nothing is stored', async () => {
    const answers = [await call('get'), await call('head'), await call('post', {}, {})];
    expect(answers).toEqual([200, 200, 200]);
    await request(app.server)
      .get(`/courier-pushes/${'a'.repeat(32)}`)
      .expect(404);
    expect(await counted()).toEqual([before[0], before[1]! + 1, before[2]]);
  });

  it('may send its made-up shipment with the secret in each header, and nothing is stored', async () => {
    const made = {
      awb: '123456',
      courier_name: 'dummy courier_name',
      current_status: 'Delivered',
      shipment_status_id: 7,
      current_timestamp: '03 10 2026 17:53:11',
      order_id: 'dummy order id 123',
      scans: [{ date: '2022-05-16 16:18:47', status: 'new', 'sr-status': 'NA' }],
    };
    const ways = [
      { 'X-Api-Key': PUSH_SECRET },
      { Authorization: PUSH_SECRET },
      { Authorization: `Bearer ${PUSH_SECRET}` },
    ];
    for (const headers of ways) expect(await call('post', headers, made)).toBe(200);
    expect(await call('post', { Authorization: 'wrong' }, made)).toBe(401);
    expect(await counted()).toEqual([before[0], before[1]! + 1, before[2]! + 3]);
    // A real one is kept.
    expect(await call('post', ways[1], { ...made, awb: '1234567', order_id: 'A-1' })).toBe(200);
    expect((await counted())[0]).toBe(before[0]! + 1);
  });

  it('is limited by its address, whatever the key', async () => {
    const limits = app.service(RateLimits);
    const take = () => limits.takePushFrom('127.0.0.9');
    for (let taken = 0; taken < 3_000; taken += 1) await take();
    const agent = new Agent({ localAddress: '127.0.0.9' });
    const { port } = app.server.address() as AddressInfo;
    for (const key of ['a'.repeat(32), account.pushKey]) {
      const url = `http://127.0.0.1:${port}/courier-pushes/${key}`;
      const { status, headers, body } = await send(url, { method: 'POST', agent });
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    agent.destroy();
    expect(await call('get')).toBe(200);
  });
});
