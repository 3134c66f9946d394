import { TestApp } from '../support/app.js';
import { givenOperator, TestBrowser, type GivenUser } from '../support/shop/people.js';

const IN_A_DAY = new Date(Date.now() + 86_400_000).toISOString();

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
      const { body } = await browser.call('post', 'admin-tokens', {
        name: 'Sync',
        permissions: ['stock:read'],
        expires_at: IN_A_DAY,
      });
      const { token } = body.data as { token: string };
      const ask = () => app.get('/admin/stock', { Authorization: `Bearer ${token}` });
      await ask().expect(200);
      await ENDINGS[how]!(operator, browser, rest);
      await ask().expect('end_tokens' in rest ? 200 : 401);
    }
  });
});
