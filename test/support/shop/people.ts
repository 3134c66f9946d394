import { hashSync } from '@node-rs/argon2';
import type { MemberRole, OperatorRole } from '../../../src/identity/roles.js';
import { UsersService } from '../../../src/identity/users/users.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import type { TestApp } from '../app.js';
import { inDays } from '../time.js';
import { unique } from './given.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Headers that a browser adds to requests from a page of the same site. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** Parts of an answer that tests read. */
export interface BrowserAnswer {
  status: number;
  /** Each header once; `set-cookie` is a list. */
  headers: Record<string, unknown>;
  text: string;
  body: {
    code?: string;
    data?: unknown;
    errors?: { field: string; code: string }[];
    next_cursor?: string | null;
  };
}

export interface GivenUser {
  id: number;
  email: string;
  password: string;
}

/** Makes an operator, an owner unless a test gives other roles. */
export async function givenOperator(app: TestApp, roles: readonly OperatorRole[] = ['owner']) {
  return givenUser(app, { kind: 'operator', roles });
}

/** Makes a member of a client, an owner unless a test gives another role. */
export async function givenMember(
  app: TestApp,
  { id: clientId }: { id: number },
  role: MemberRole = 'owner',
): Promise<GivenUser> {
  return givenUser(app, { kind: 'client', clientId, role });
}

/** The weakest hash of argon2. The service's own takes 8 ms of a processor to make, and as long at each sign-in. */
export const QUICK_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 };

async function givenUser(
  app: TestApp,
  position: Parameters<UsersService['addUser']>[1]['position'],
): Promise<GivenUser> {
  const name = unique('person');
  const [email, password] = [`${name}@people.example`, `the password of ${name}`];
  const passwordHash = hashSync(password, QUICK_HASH);
  const { id } = await inTransaction(app.dataSource, (manager) =>
    app.service(UsersService).addUser(manager, { email, name, passwordHash, position }),
  );
  return { id, email, password };
}

/** A browser. It keeps its cookies, and marks its requests as those of a page of the same site. */
export class TestBrowser {
  cookie: string | null = null;
  /** The cookie that identifies a browser with an earlier sign-in. */
  device: string | null = null;

  constructor(private readonly app: TestApp) {}

  static async signedIn(app: TestApp, user: GivenUser): Promise<TestBrowser> {
    const browser = new TestBrowser(app);
    const { email, password } = user;
    const { status, text } = await browser.call('post', 'session', { email, password });
    if (status !== 200) throw new Error(`${email} is not signed in: ${text}`);
    return browser;
  }

  /** Signs in an operator, an owner unless a test gives other roles. */
  static async ofOperator(app: TestApp, roles?: readonly OperatorRole[]): Promise<TestBrowser> {
    return TestBrowser.signedIn(app, await givenOperator(app, roles));
  }

  /** Signs in a member of a client, an owner unless a test gives another role. */
  static async ofMember(...member: Parameters<typeof givenMember>): Promise<TestBrowser> {
    return TestBrowser.signedIn(member[0], await givenMember(...member));
  }

  /** Calls an endpoint of the dashboard. */
  async call(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = SAME_ORIGIN,
  ): Promise<BrowserAnswer> {
    return this.send(method, `/dashboard/api/${path}`, body, headers);
  }

  async file(path: string): Promise<{ status: number; type: string; body: Buffer }> {
    const call = this.app.call('get', `/dashboard/api/${path}`).responseType('blob');
    const { status, type, body } = await call.set({ ...SAME_ORIGIN, Cookie: this.cookie! });
    return { status, type, body: body as Buffer };
  }

  /** Calls an endpoint of the Admin API. */
  async admin(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<BrowserAnswer> {
    return this.send(method, `/admin/${path}`, body, { ...SAME_ORIGIN, ...headers });
  }

  private async send(
    method: Method,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<BrowserAnswer> {
    const call = this.app.call(method, path);
    const sent = [this.cookie, this.device].filter((cookie) => cookie !== null);
    if (sent.length > 0) call.set('Cookie', sent.join('; '));
    const answer = await call.set(headers).send(body);
    const cookies = (answer.headers['set-cookie'] ?? []) as unknown as string[];
    for (const cookie of cookies.map((text) => text.split(';')[0]!)) {
      if (/^(__Host-)?wso_device=/.test(cookie)) this.device = cookie;
      else this.cookie = cookie;
    }
    return answer;
  }
}

/** Makes an operator token of the signed-in person, for the headers of calls. */
export async function givenOperatorToken(
  browser: TestBrowser,
  { name = 'Script', permissions = ['stock:read'] } = {},
): Promise<{ Authorization: string }> {
  const asked = { name, permissions, expires_at: inDays(1) };
  const { status, text, body } = await browser.call('post', 'admin-tokens', asked);
  if (status !== 201) throw new Error(`no operator token was made: ${text}`);
  return { Authorization: `Bearer ${(body.data as { token: string }).token}` };
}
