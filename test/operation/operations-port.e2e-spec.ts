import { connect } from 'node:net';
import request from 'supertest';
import { InvitationsService } from '../../src/identity/invitations/invitations.service.js';
import { OperationsPort } from '../../src/platform/http/operations-port.js';
import { OPERATOR, TestApp } from '../support/app.js';
import { Authenticator, challengeOf } from '../support/access/authenticator.js';
import { scratchFolder } from '../support/processes/run.js';
import { givenClient } from '../support/shop/given.js';
import { mailTo } from '../support/shop/mails.js';
import {
  givenMember,
  givenOperator,
  SAME_ORIGIN,
  TestBrowser,
  type GivenUser,
} from '../support/shop/people.js';

const app = await TestApp.start({ OPERATIONS_PORT: '0' });
const port = app.nest.get(OperationsPort);
await port.listen(app.server);
const main = app.baseUrl;
const operations = `http://127.0.0.1:${port.port}`;
const client = await givenClient(app);
const operator = await givenOperator(app);
const member = await givenMember(app, client);

describe('an installation with OPERATIONS_PORT', () => {
  const signIn = (at: string, { email, password }: GivenUser) =>
    request(at).post('/dashboard/api/session').set(SAME_ORIGIN).send({ email, password });
  const cookieOf = (answer: request.Response): string =>
    (answer.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
  /** Reads the status of the answer to a request line as it is sent. */
  const statusOf = (at: string, target: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(at).port), '127.0.0.1', () => {
        const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${OPERATOR.Authorization}\r\n`;
        socket.write(`${head}Connection: close\r\n\r\n`);
      });
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('close', () => resolve(Number(text.slice(9, 12))));
      socket.on('error', reject);
    });

  it.each(['/admin/plans', '/metrics', '/docs/admin', '/docs/admin-json', '/health/operations'])(
    'serves %s on the port of operators only',
    async (path) => {
      expect((await request(operations).get(path).set(OPERATOR)).status).toBe(200);
      const hidden = await request(main).get(path).set(OPERATOR);
      expect([hidden.status, hidden.body]).toMatchObject([404, { code: 'route_not_found' }]);
      for (const method of ['head', 'options', 'post', 'put', 'patch', 'delete'] as const) {
        const answer = await request(main)[method](path).set(OPERATOR);
        expect([answer.status, answer.headers.allow]).toEqual([404, undefined]);
      }
      const unknown = await request(main).get('/nowhere').set(OPERATOR);
      expect(Object.keys(hidden.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
    },
  );

  it.each([
    '/Admin/plans',
    '/ADMIN/plans?limit=1',
    '/admin/plans/',
    '/admin/plans#x',
    '/admin',
    'http://elsewhere.example/admin/plans',
    'http:/admin/plans',
    'HTTP://x/admin/plans',
    '//admin/plans',
    '/\\admin/plans',
    '/%61%64min/plans',
    '/./admin/plans',
    '/metrics/',
    '/METRICS',
    '/docs/Admin',
    '/docs//admin',
  ])('hides the target %s from the main port', async (target) => {
    expect([404, 400]).toContain(await statusOf(main, target));
  });

  it('serves stores and clients on both ports', async () => {
    for (const at of [main, operations]) {
      await request(at).get('/api/products').set(client.headers).expect(200);
      const signed = await signIn(at, member).expect(200);
      await request(at).get('/dashboard/api/wallet').set('Cookie', cookieOf(signed)).expect(200);
    }
    await request(main).get('/docs').expect(200);
    await request(main).get('/administration').expect(404);
  });

  it('signs operators in on their port only, and ends what began on the other', async () => {
    const refused = await signIn(main, operator);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'use_operations_port' }]);
    expect(refused.headers).not.toHaveProperty('set-cookie');
    expect(await sessionsOf(operator)).toEqual([]);
    // A stranger cannot try an operator's passwords there, or find many operators.
    const guess = () => signIn(main, { ...operator, password: 'another password' });
    const wrong = await guess();
    expect([wrong.status, wrong.body]).toEqual([
      403,
      { ...(refused.body as object), request_id: wrong.headers['x-request-id'] },
    ]);
    for (let count = 0; count < 3; count += 1) await guess();
    expect((await guess()).status).toBe(429);
    await app.sql`DELETE FROM lockouts`;

    const signed = await signIn(operations, operator).expect(200);
    const cookie = cookieOf(signed);
    await request(operations).get('/admin/plans').set('Cookie', cookie).expect(200);
    // Browsers send a cookie to all ports of a host.
    const other = await request(main).get('/dashboard/api/session').set('Cookie', cookie);
    expect([other.status, other.body]).toMatchObject([403, { code: 'use_operations_port' }]);
  });

  const sessionsOf = ({ id }: GivenUser): Promise<unknown[]> =>
    app.sql`SELECT id_hash FROM sessions WHERE user_id = ${id}`;

  it('accepts the invitation of an operator on their port only', async () => {
    const link = await app
      .service(InvitationsService)
      .inviteByHand('new@x.example', { kind: 'operator', roles: ['owner'] });
    const token = link.split('#token=')[1];
    const send = (at: string, path: string, more = {}) =>
      request(at)
        .post(`/dashboard/api/invitations/${path}`)
        .set(SAME_ORIGIN)
        .send({ token, ...more });
    const person = { name: 'New', password: 'nine turtles in a row' };
    for (const refused of [await send(main, 'look'), await send(main, 'accept', person)]) {
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'use_operations_port' }]);
      expect(refused.headers).not.toHaveProperty('set-cookie');
    }
    await send(operations, 'accept', person).expect(200);
  });

  it('takes changes of the pages at its own address', async () => {
    const cookie = cookieOf(await signIn(operations, operator).expect(200));
    const change = (origin: string) =>
      request(operations)
        .post('/admin/plans')
        .set({ Cookie: cookie, Origin: origin })
        .send({ code: 'gold', name: 'Gold' });
    const from = new URL(operations).port;
    await change(`http://localhost:${new URL(main).port}`).expect(403);
    await change(`http://localhost:${from}`).expect(201);
  });
});

it('the links in mails lead operators to OPERATIONS_URL, and members to PUBLIC_URL', async () => {
  const app = await TestApp.start({
    OPERATIONS_PORT: '0',
    OPERATIONS_URL: 'https://office.example',
    PUBLIC_URL: 'https://orders.example',
  });
  const { id: clientId } = await givenClient(app);
  const invitations = app.service(InvitationsService);
  const roles = ['owner'] as const;
  const links = [
    await invitations.inviteByHand('o@x.example', { kind: 'operator', roles }),
    await invitations.inviteByHand('m@x.example', { kind: 'client', clientId, role: 'owner' }),
  ];
  expect(links.map((link) => new URL(link).origin)).toEqual([
    'https://office.example',
    'https://orders.example',
  ]);
});

it('a page at the host of another site is refused, and mails name PUBLIC_URL alone', async () => {
  const dataDir = await scratchFolder();
  const env = { PUBLIC_URL: 'https://orders.example', DATA_DIR: dataDir };
  const refusing = await TestApp.start({ ...env, ALLOWED_HOSTS: 'shop.example' });
  const at = (host: string, path: string) => request(refusing.server).get(path).set('Host', host);
  for (const path of ['/docs/start', '/dashboard', '/dashboard/api/session', '/admin/plans']) {
    const { status, headers, body } = await at('evil.example', path);
    expect([path, status, body]).toMatchObject([path, 421, { code: 'foreign_host' }]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
  }
  await at('evil.example', '/admin/plans').set(OPERATOR).expect(200);
  await at('evil.example', '/health/live').expect(200);
  await at('shop.example', '/docs/start').expect(200);

  const logging = await TestApp.startOn(refusing.connection, env);
  const { email } = await givenOperator(logging);
  const asked = await request(logging.server)
    .post('/dashboard/api/password-resets')
    .set({ ...SAME_ORIGIN, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })
    .send({ email });
  expect(asked.status).toBeLessThan(300);
  const mail = await mailTo(dataDir, email);
  expect(mail).toContain('https://orders.example/dashboard/reset-password#token=');
  expect(mail).not.toContain('evil.example');
});

/** Options that a browser needs to create or use a passkey. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

it('passkeys are made at the address of operators for its host', async () => {
  const own = await TestApp.start({
    PUBLIC_URL: 'http://orders.example',
    OPERATIONS_PORT: '0',
    OPERATIONS_URL: 'http://office.example',
  });
  const port = own.nest.get(OperationsPort);
  await port.listen(own.server);
  const operator = await givenOperator(own);
  const made = new Authenticator('office.example');
  const page = { origin: 'http://office.example' };
  const at = (path: string, cookie: string, body?: object) =>
    request(`http://127.0.0.1:${port.port}`)
      .post(`/dashboard/api/${path}`)
      .set({ ...SAME_ORIGIN, Cookie: cookie })
      .send(body);
  const { email, password } = operator;
  const signed = await at('session', '', { email, password }).expect(200);
  const cookie = (signed.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
  const options = async (path: string): Promise<Options> => {
    const { body } = await at(path, cookie).expect(200);
    return (body as { data: { options: Options } }).data.options;
  };
  const { rp, challenge } = await options('passkeys/options');
  expect(rp?.id).toBe('office.example');
  const credential = made.create({ ...page, challenge });
  await at('passkeys', cookie, { name: 'Laptop', credential }).expect(201);
  const asked = await options('session/passkey/options');
  expect(asked.rpId).toBe('office.example');
  const signature = made.sign({ ...page, challenge: asked.challenge });
  await at('session/passkey', '', { credential: signature }).expect(200);
  // The port of stores and clients signs no operator in, with whichever factor.
  const browser = new TestBrowser(own);
  const elsewhere = { challenge: await challengeOf(browser, 'session/passkey/options') };
  const forMain = made.sign(
    { ...elsewhere, origin: 'http://orders.example' },
    { rpId: 'orders.example' },
  );
  const refused = await browser.call('post', 'session/passkey', { credential: forMain });
  expect([refused.status, refused.body.code]).toEqual([403, 'use_operations_port']);
});

it('an installation without OPERATIONS_PORT serves operators everywhere', async () => {
  const app = await TestApp.start();
  await app.admin('get', 'plans').expect(200);
  await request(app.server).get('/metrics').expect(200);
  expect(app.nest.get(OperationsPort).port).toBeNull();
});
