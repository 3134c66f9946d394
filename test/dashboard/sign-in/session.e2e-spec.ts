import { hash } from 'node:crypto';
import request from 'supertest';
import { TestApp } from '../../support/app.js';
import { rowLock, whileLocked } from '../../support/database/locks.js';
import { givenClient } from '../../support/shop/given.js';
import {
  givenMember,
  givenOperator,
  SAME_ORIGIN,
  TestBrowser,
  type GivenUser,
} from '../../support/shop/people.js';

const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1' });
const client = await givenClient(app);
const member = await givenMember(app, client);
afterEach(() => app.sql`DELETE FROM lockouts`);

describe('signing in', () => {
  const sessions = async () => app.sql`SELECT id_hash FROM sessions WHERE user_id = ${member.id}`;

  it('returns the signed-in person, also afterwards', async () => {
    const browser = new TestBrowser(app);
    const { email, password } = member;
    const answer = await browser.call('post', 'session', { email: email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      user: { id: member.id, email, kind: 'client', roles: ['owner'] },
      client: { id: client.id },
      totp: { enabled: false, required: false },
    });
    expect((await browser.call('get', 'session')).body).toEqual(answer.body);
  });

  it('names no client of an operator', async () => {
    const browser = await TestBrowser.ofOperator(app, ['support']);
    const { body } = await browser.call('get', 'session');
    expect(body.data).toMatchObject({ user: { kind: 'operator', roles: ['support'] } });
    expect(body.data).not.toHaveProperty('client');
  });

  it('sets a cookie that no script and no other site can use, and stores only its hash', async () => {
    const { email, password } = member;
    const answer = await new TestBrowser(app).call('post', 'session', { email, password });
    const [cookie = ''] = answer.headers['set-cookie'] as string[];
    expect(cookie).toMatch(/^wso_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const id = cookie.slice('wso_session='.length, cookie.indexOf(';'));
    expect(await sessions()).toContainEqual({ id_hash: hash('sha256', id, 'buffer') });
    expect(JSON.stringify(await app.sql`SELECT s::text FROM sessions s`)).not.toContain(id);
  });

  it("replaces the browser's previous session id, and ends that session", async () => {
    const browser = new TestBrowser(app);
    browser.cookie = `wso_session=${'a'.repeat(43)}`;
    const planted = browser.cookie;
    const { email, password } = member;
    await browser.call('post', 'session', { email, password });
    expect(browser.cookie).not.toBe(planted);
    const first = browser.cookie;
    await browser.call('post', 'session', { email, password });
    expect(browser.cookie).not.toBe(first);
    const old = new TestBrowser(app);
    old.cookie = first;
    expect((await old.call('get', 'session')).status).toBe(401);
    expect((await browser.call('get', 'session')).status).toBe(200);
  });

  it('ends with signing out', async () => {
    const browser = await TestBrowser.signedIn(app, member);
    const { cookie } = browser;
    const answer = await browser.call('delete', 'session');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    browser.cookie = cookie;
    const after = await browser.call('get', 'session');
    expect([after.status, after.body.code]).toEqual([401, 'not_signed_in']);
  });

  it.each(['', 'x', 'a'.repeat(43), '%00', 'null'])('takes the id %j for none', async (id) => {
    const { body } = await request(app.server)
      .get('/dashboard/api/session')
      .set('Cookie', `wso_session=${id}`)
      .expect(401);
    expect(body).toMatchObject({ success: false, code: 'not_signed_in' });
  });

  it('requires the password again for sensitive changes after five minutes', async () => {
    const operator = await givenOperator(app);
    const browser = await TestBrowser.signedIn(app, operator);
    const { id } = await givenClient(app);
    const create = () => browser.admin('post', `clients/${id}/tokens`, { domain: 'again.example' });
    expect((await create()).status).toBe(201);
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '5 minutes' WHERE user_id = ${operator.id}`;
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([403, 'password_required']);
    const wrong = await browser.call('post', 'session/confirm', { password: 'something else' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in_failed']);
    expect((await create()).status).toBe(403);
    const { password } = operator;
    expect((await browser.call('post', 'session/confirm', { password })).status).toBe(200);
    expect((await create()).status).toBe(201);
  });

  it('is in the audit log by name', async () => {
    const browser = await TestBrowser.ofOperator(app);
    await browser.admin('post', 'plans', { code: 'named', name: 'Named' });
    const entries =
      await app.sql`SELECT actor, action FROM audit_entries WHERE subject = 'plan named' OR action = 'user.signed_in' ORDER BY id DESC LIMIT 2`;
    expect(entries).toEqual([
      {
        actor: expect.stringMatching(/^user \d+ <person-\d+@people.example>$/),
        action: 'plan.created',
      },
      { actor: expect.stringMatching(/^user \d+ <person/), action: 'user.signed_in' },
    ]);
  });
});

describe('a session', () => {
  it.each([
    ['a client after twelve hours', 'client', '11:59:00', '12:00:01'],
    ['an operator after thirty minutes', 'operator', '00:29:00', '00:30:01'],
  ])('expires for %s without a request', async (_, kind, before, after) => {
    const user = kind === 'client' ? member : await givenOperator(app);
    const browser = await TestBrowser.signedIn(app, user);
    const idle = (time: string) =>
      app.sql`UPDATE sessions SET seen_at = seen_at - ${time}::interval, expires_at = expires_at - ${time}::interval WHERE user_id = ${user.id}`;
    await idle(before);
    // A request is noted: the time starts from the beginning.
    expect((await browser.call('get', 'session')).status).toBe(200);
    await idle(before);
    expect((await browser.call('get', 'session')).status).toBe(200);
    await idle(after);
    expect((await browser.call('get', 'session')).status).toBe(401);
  });

  it.each([
    ['the password is changed', `password_hash = 'of another password'`],
    ['one-time codes are turned on', `totp_secret = 'the secret'`],
  ])('is refused if %s while the password is checked', async (_, change) => {
    const operator = await givenOperator(app);
    const { id, email, password } = operator;
    const before = `UPDATE users SET ${change} WHERE id = ${id}`;
    const locked = { lock: rowLock('users', id), waiting: 1, before };
    const refused = await whileLocked(app, locked, () =>
      new TestBrowser(app).call('post', 'session', { email, password }),
    );
    expect([refused.status, refused.body.code]).toEqual([401, 'sign_in_failed']);
    expect(await app.sql`SELECT FROM sessions WHERE user_id = ${operator.id}`).toEqual([]);
  });

  /** Lets time pass for the sessions of a person, who used them until now. */
  const age = (user: GivenUser, time: string) =>
    app.sql`UPDATE sessions SET created_at = created_at - ${time}::interval, seen_at = now() - interval '2 minutes' WHERE user_id = ${user.id}`;
  const minutesLeft = async (user: GivenUser): Promise<number[]> => {
    const rows = await app.sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 60)::integer AS minutes FROM sessions WHERE user_id = ${user.id}`;
    return rows.map(({ minutes }) => minutes);
  };

  it.each([
    ['a client after thirty days', 'client', '29 days 23:50', 10],
    ['an operator after twelve hours', 'operator', '11:50', 10],
  ])('ends for %s, however busy', async (_, kind, time, minutes) => {
    const user = kind === 'client' ? member : await givenOperator(app);
    await app.sql`DELETE FROM sessions`;
    const browser = await TestBrowser.signedIn(app, user);
    await age(user, time);
    expect((await browser.call('get', 'session')).status).toBe(200);
    expect(await minutesLeft(user)).toEqual([minutes]);
  });

  it('is not kept alive by a page that asks on its own', async () => {
    const operator = await givenOperator(app);
    const browser = await TestBrowser.signedIn(app, operator);
    await app.sql`UPDATE sessions SET seen_at = seen_at - interval '20 minutes', expires_at = expires_at - interval '20 minutes' WHERE user_id = ${operator.id}`;
    const headers = { ...SAME_ORIGIN, 'X-Background': '1' };
    expect((await browser.call('get', 'session', undefined, headers)).status).toBe(200);
    expect(await minutesLeft(operator)).toEqual([10]);
    expect((await browser.call('get', 'session')).status).toBe(200);
    expect(await minutesLeft(operator)).toEqual([30]);
  });

  it('stays, with another id, when its person signs out everywhere else', async () => {
    const here = await TestBrowser.signedIn(app, member);
    const there = await TestBrowser.signedIn(app, member);
    const { cookie } = here;
    expect((await here.call('delete', 'sessions')).status).toBe(200);
    expect((await there.call('get', 'session')).status).toBe(401);
    expect((await here.call('get', 'session')).status).toBe(200);
    here.cookie = cookie;
    expect((await here.call('get', 'session')).status).toBe(401);
  });

  it('is one of at most twenty of a person; the oldest live one ends', async () => {
    const operator = await givenOperator(app);
    const browsers: TestBrowser[] = [];
    for (let count = 0; count < 20; count += 1) {
      browsers.push(await TestBrowser.signedIn(app, operator));
    }
    const statusOf = async (index: number) =>
      (await browsers[index]!.call('get', 'session')).status;
    // One of them has ended but was not deleted yet.
    await app.sql`UPDATE sessions SET expires_at = now() WHERE id = (SELECT max(id) FROM sessions WHERE user_id = ${operator.id})`;
    await TestBrowser.signedIn(app, operator);
    expect([await statusOf(0), await statusOf(1)]).toEqual([200, 200]);
    await TestBrowser.signedIn(app, operator);
    expect([await statusOf(0), await statusOf(1)]).toEqual([401, 200]);
  });

  it('is one of at most twenty, also when two sign in at once', async () => {
    const operator = await givenOperator(app);
    for (let count = 0; count < 19; count += 1) await TestBrowser.signedIn(app, operator);
    const signIn = () => TestBrowser.signedIn(app, operator);
    const lock = { lock: rowLock('users', operator.id), waiting: 2 };
    await whileLocked(app, lock, () => Promise.all([signIn(), signIn()]));
    expect(await minutesLeft(operator)).toHaveLength(20);
  });
});
