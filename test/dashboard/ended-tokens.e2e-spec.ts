import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { givenClient } from '../support/shop/given.js';
import {
  givenMember,
  givenOperator,
  givenOperatorToken,
  type GivenUser,
  TestBrowser,
} from '../support/shop/people.js';

const app = await TestApp.start();
const owner = await TestBrowser.signedIn(app, await givenOperator(app));

describe('the operator tokens of a person', () => {
  const query = (rest: { end_tokens?: boolean }) =>
    rest.end_tokens === false ? '?end_tokens=false' : '';
  const ENDINGS: Record<
    string,
    (user: GivenUser, browser: TestBrowser, rest: { end_tokens?: boolean }) => Promise<unknown>
  > = {
    'changes the password': ({ password: current_password }, browser, rest) =>
      browser.call('put', 'password', {
        current_password,
        new_password: 'nine turtles in a row',
        ...rest,
      }),
    'signs out everywhere': (_, browser, rest) => browser.call('delete', `sessions${query(rest)}`),
    'is signed out by an owner': ({ id }, _, rest) =>
      owner.admin('delete', `users/${id}/sessions${query(rest)}`),
  };

  it.each(Object.keys(ENDINGS))('end when the person %s, unless they are to stay', async (how) => {
    for (const rest of [{}, { end_tokens: false }]) {
      const operator = await givenOperator(app);
      const browser = await TestBrowser.signedIn(app, operator);
      const headers = await givenOperatorToken(browser);
      const ask = () => app.get('/admin/stock', headers);
      await ask().expect(200);
      await ENDINGS[how]!(operator, browser, rest);
      await ask().expect('end_tokens' in rest ? 200 : 401);
    }
  });
});

describe('the API tokens that a member made', () => {
  interface Token {
    id: number;
    made_by: number | null;
    revoked_at: string | null;
  }
  const given = async () => {
    const client = await givenClient(app);
    const own = await givenMember(app, client);
    const removed = await givenMember(app, client, 'member');
    const ownBrowser = await TestBrowser.signedIn(app, own);
    const browser = await TestBrowser.signedIn(app, removed);
    const make = async (by: TestBrowser, mode: string) => {
      const { body } = await by.call('post', 'tokens', { domain: 'shop.example', mode });
      return (body.data as { id: number }).id;
    };
    const made = [await make(browser, 'live'), await make(browser, 'test')];
    const kept = [await make(ownBrowser, 'live')];
    const { id: byAdmin } = await new Admin(app).tokens.create(client.id, { domain: 'a.example' });
    const rotated = await ownBrowser.call(
      'post',
      `tokens/${await make(browser, 'live')}/rotate`,
      {},
    );
    kept.push(byAdmin, (rotated.body.data as { id: number }).id);
    const list = async () => (await ownBrowser.call('get', 'tokens')).body.data as Token[];
    return { client, own, removed, ownBrowser, made, kept, list };
  };
  const liveOf = (tokens: Token[], ids: number[]) =>
    tokens.filter(({ id, revoked_at }) => ids.includes(id) && revoked_at === null).length;

  it('are listed, and end when the owner removes the member', async () => {
    const { own, removed, ownBrowser, made, kept, list } = await given();
    const makers = new Map((await list()).map(({ id, made_by }) => [id, made_by]));
    expect(made.map((id) => makers.get(id))).toEqual([removed.id, removed.id]);
    expect(kept.map((id) => makers.get(id))).toEqual([own.id, null, own.id]);
    expect((await ownBrowser.call('delete', `members/${removed.id}`)).status).toBe(200);
    const after = await list();
    expect([liveOf(after, made), liveOf(after, kept)]).toEqual([0, 3]);
  });

  it('stay on request, and end when an operator removes the member', async () => {
    for (const [query, live] of [
      ['?end_tokens=false', 2],
      ['', 0],
    ] as const) {
      const { client, removed, made, list } = await given();
      const path = `clients/${client.id}/members/${removed.id}${query}`;
      expect((await owner.admin('delete', path)).status).toBe(200);
      expect(liveOf(await list(), made)).toBe(live);
    }
  });
});
