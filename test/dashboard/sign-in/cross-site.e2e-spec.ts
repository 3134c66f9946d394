import request from 'supertest';
import { TestApp } from '../../support/app.js';
import { givenClient } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';

const PUBLIC_URL = 'http://orders.example';

const app = await TestApp.start({ PUBLIC_URL });
const member = await TestBrowser.ofMember(app, await givenClient(app));
const operator = await TestBrowser.ofOperator(app);

describe('a change that another site may have caused', () => {
  type Change = [method: 'post' | 'put' | 'patch' | 'delete', path: string];
  const CHANGES: Change[] = [
    ['post', '/dashboard/api/session/confirm'],
    ['put', '/dashboard/api/password'],
    ['patch', '/dashboard/api/members/1'],
    ['delete', '/dashboard/api/sessions/999'],
    ['post', '/admin/plans'],
    ['patch', '/admin/plans/any'],
    ['put', '/admin/products/any/stock'],
    ['delete', '/admin/tokens/1'],
  ];

  const send = async ([method, path]: Change, headers: Record<string, string>) => {
    const { cookie } = path.startsWith('/admin') ? operator : member;
    const { body } = await request(app.server)
      [method](path)
      .set({ Cookie: cookie!, ...headers })
      .send({});
    return (body as { code?: string }).code;
  };

  it.each(CHANGES)('is refused: %s %s', async (...change) => {
    expect(await send(change, {})).toBe('cross_site');
    expect(await send(change, { 'Sec-Fetch-Site': 'cross-site' })).toBe('cross_site');
    expect(await send(change, { 'Sec-Fetch-Site': 'same-site' })).toBe('cross_site');
    expect(await send(change, { 'Sec-Fetch-Site': 'none' })).toBe('cross_site');
    expect(await send(change, { Origin: 'http://evil.example' })).toBe('cross_site');
    expect(await send(change, { Origin: 'null' })).toBe('cross_site');
    expect(await send(change, { Origin: `${PUBLIC_URL}.evil.example` })).toBe('cross_site');
    const contradictory = { 'Sec-Fetch-Site': 'cross-site', Origin: PUBLIC_URL };
    expect(await send(change, contradictory)).toBe('cross_site');
  });

  it.each(CHANGES)('is accepted from one of our pages: %s %s', async (...change) => {
    expect(await send(change, { 'Sec-Fetch-Site': 'same-origin' })).not.toBe('cross_site');
    expect(await send(change, { Origin: PUBLIC_URL })).not.toBe('cross_site');
  });

  it('includes signing in, but not by a program, which sends no origin', async () => {
    const signIn = (headers: Record<string, string>) =>
      request(app.server).post('/dashboard/api/session').set(headers).send({});
    expect((await signIn({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await signIn({ Origin: 'http://evil.example' })).status).toBe(403);
    // Programs say nothing of where they are.
    expect((await signIn({})).status).toBe(422);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot be a form: %s',
    async (type) => {
      await request(app.server)
        .post('/dashboard/api/session')
        .set('Content-Type', type)
        .send('{"email":"a@b.example","password":"x"}')
        .expect(415);
    },
  );

  it('does not include reading, whose response no other origin can read', async () => {
    const answer = await request(app.server)
      .get('/dashboard/api/session')
      .set({ Cookie: member.cookie!, Origin: 'http://evil.example' })
      .expect(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
