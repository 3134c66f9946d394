import { MEMBER_ROLES, OPERATOR_ROLES } from '../../src/identity/roles.js';
import { TestApp } from '../support/app.js';
import { Wire } from '../support/documents/wire.js';
import { givenClient } from '../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { RIGHTS, type Right } from '../support/access/routes.js';

const GUARDED = RIGHTS.filter(({ path }) => /^\/(admin|dashboard\/api)\//.test(path));
const NOT_AUTHENTICATED = ['token_missing', 'token_invalid', 'not_signed_in'];
/** Routes that end sessions of several people. */
const ENDS_ALL = /^delete \/(admin|dashboard\/api\/security)\/sessions$/;
const REFUSED = [...NOT_AUTHENTICATED, 'permission_denied'];

const app = await TestApp.start();
app.allowRefusals();
const wire = new Wire(app);
const client = await givenClient(app);
/** A signed-in browser of each role. */
const browsers = new Map<string, TestBrowser>();
for (const role of OPERATOR_ROLES) {
  browsers.set(role, await TestBrowser.ofOperator(app, [role]));
}
for (const role of MEMBER_ROLES) {
  browsers.set(`client-${role}`, await TestBrowser.ofMember(app, client, role));
}

// `matrix` tests who is admitted without a session.
describe('every route and role', () => {
  /**
   * Returns the code of the answer, or undefined for success. Unknown ids and a refused parameter prevent changes, so that the
   * sessions of the other cases do not end.
   */
  const ask = async (
    { method, path }: Pick<Right, 'method' | 'path'>,
    headers: Record<string, string>,
  ): Promise<string | undefined> => {
    const query = ENDS_ALL.test(`${method} ${path}`) ? '?end_tokens=x' : '';
    const answer = await wire.send({
      method: method.toUpperCase(),
      path: `${path.replace(/:\w+/g, '999999')}${query}`,
      headers: { ...headers, ...(method !== 'get' && { 'Content-Type': 'application/json' }) },
      body: method === 'get' ? undefined : '{}',
    });
    return (answer.body as { code?: string } | null)?.code;
  };
  const isAuthorized = async (
    route: Parameters<typeof ask>[0],
    headers: Record<string, string>,
  ): Promise<boolean> => !REFUSED.includes((await ask(route, headers)) ?? '');
  const expectedRoles = (roles: string[]): string[] =>
    ['signed-in', 'everybody'].includes(roles[0]!) ? [...browsers.keys()] : roles;

  it.each(GUARDED)('$method $path accepts exactly the allowed callers', async (route) => {
    const found: string[] = [];
    const isSignOut =
      ['/dashboard/api/session', '/dashboard/api/sessions'].includes(route.path) &&
      route.method === 'delete';
    for (const [role, browser] of browsers) {
      // Every signed-in user may sign out. Here it would end the sessions of the other cases.
      if (isSignOut) continue;
      if (await isAuthorized(route, { Cookie: browser.cookie!, ...SAME_ORIGIN })) found.push(role);
    }
    expect(found.sort()).toEqual(isSignOut ? [] : [...expectedRoles(route.roles)].sort());
  });

  it('opens no route of the Store API to a session', async () => {
    for (const { method, path } of RIGHTS.filter(({ audience }) => audience === 'client')) {
      for (const browser of browsers.values()) {
        const code = await ask({ method, path }, { Cookie: browser.cookie!, ...SAME_ORIGIN });
        expect([path, code]).toEqual([path, 'token_missing']);
      }
    }
  });
});
