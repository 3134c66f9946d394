import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import { ClientAdministrationService } from '../../src/clients/administration/client-administration.service.js';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import { givenClient, givenPlan, headersOf, unique } from '../support/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string }[];
}

interface ClientData {
  id: number;
  name: string;
  email: string;
}

interface TokenData {
  id: number;
  token: string;
  domain: string;
  last4: string;
}

interface Listed {
  data: { id: number }[];
  next_cursor: string | null;
}

const OPERATOR = { Authorization: `Bearer ${ADMIN_TOKEN}` };
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** What can be no record's id, and one that none has. */
const NO_IDS = ['0', '-1', '1.5', '01', '+1', '1e1', 'abc', '999999999', '99999999999'];
const BROKEN_IDS = ['%00', '%ff', '%ED%A0%80', '%20', 'x'.repeat(500)];

function dataOf<T>({ body }: Response): T {
  return (body as { data: T }).data;
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors } = (await test.expect(422)).body as ErrorBody;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

describe('clients and tokens', () => {
  let one: TestApp;
  let two: TestApp;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ one, two, stop } = await givenTwoApps());
  });
  afterAll(() => stop());

  const givenAdminClient = async (): Promise<ClientData> =>
    dataOf(
      await one
        .admin('post', 'clients', { name: unique('Client'), email: 'orders@client.example' })
        .expect(201),
    );
  const newToken = async (clientId: number, body: object): Promise<TokenData> =>
    dataOf(await one.admin('post', `clients/${clientId}/tokens`, body).expect(201));
  /** What the store's next request is answered, by an instance that saw nothing of the change. */
  const seenByStore = async (token: string, domain: string): Promise<number> =>
    (await two.get('/api/products', headersOf(token, domain))).status;
  const page = async (path: string): Promise<Listed> =>
    (await one.admin('get', path).expect(200)).body as Listed;
  /** Every page of a list, by its cursors. */
  const allPages = async (path: string): Promise<{ id: number }[][]> => {
    const pages: { id: number }[][] = [];
    for (let cursor = ''; ;) {
      const { data, next_cursor: next } = await page(`${path}${cursor}`);
      pages.push(data);
      if (next === null) return pages;
      expect(pages.length).toBeLessThan(100);
      cursor = `&cursor=${next}`;
    }
  };

  describe('the operator token', () => {
    const ask = (headers: Record<string, string>) => one.call('get', '/admin/clients', headers);

    it.each([
      ['no header', {}, 'token_missing'],
      ['a blank header', { Authorization: ' ' }, 'token_missing'],
      ['another scheme', { Authorization: `Basic ${ADMIN_TOKEN}` }, 'token_missing'],
      ['no scheme', { Authorization: ADMIN_TOKEN }, 'token_missing'],
      ['a scheme alone', { Authorization: 'Bearer' }, 'token_missing'],
      [
        'another token',
        { Authorization: 'Bearer another-operator-token-0123456' },
        'token_invalid',
      ],
      ['its beginning', { Authorization: `Bearer ${ADMIN_TOKEN.slice(0, -1)}` }, 'token_invalid'],
      ['more than it', { Authorization: `Bearer ${ADMIN_TOKEN}x` }, 'token_invalid'],
      ['it in capitals', { Authorization: `Bearer ${ADMIN_TOKEN.toUpperCase()}` }, 'token_invalid'],
    ])('is refused: %s', async (_, headers, code) => {
      const { body, headers: answered, text } = await ask(headers).expect(401);
      expect(body).toMatchObject({ success: false, code });
      expect(answered['www-authenticate']).toBe('Bearer');
      expect(text).not.toContain('operator-token');
    });

    it("is not a client's token, nor the other way round", async () => {
      const client = await givenClient(one);
      const { body } = await ask(client.headers).expect(401);
      expect(body).toMatchObject({ code: 'token_invalid' });
      await one.get('/api/products', headersOf(ADMIN_TOKEN, client.domain)).expect(401);
    });

    it.each([
      ['the same twice', ADMIN_TOKEN, ADMIN_TOKEN],
      ['another first', 'another', ADMIN_TOKEN],
      ['another last', ADMIN_TOKEN, 'another'],
    ])('is refused in two headers: %s', async (_, first, second) => {
      const { port } = one.server.address() as AddressInfo;
      const headers = [
        ...['Host', 'localhost', 'Connection', 'close'],
        ...['Authorization', `Bearer ${first}`, 'Authorization', `Bearer ${second}`],
      ];
      const answer = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
        httpRequest({ port, path: '/admin/clients', headers }, (response) => {
          let body = '';
          response.on('data', (data: Buffer) => (body += data.toString()));
          response.on('end', () => resolve({ status: response.statusCode, body }));
        })
          .on('error', reject)
          .end();
      });
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'token_invalid' });
    });

    it('is taken with any spelling of the scheme', async () => {
      await ask({ Authorization: `bEARER  ${ADMIN_TOKEN}` }).expect(200);
    });

    it('is checked before path, query and body', async () => {
      await one.call('get', '/admin/clients/0').expect(401);
      await one.call('get', '/admin/clients?limit=0').expect(401);
      await one.call('post', '/admin/clients').type('json').send('{"broken').expect(401);
    });

    it('opens nothing where none is set', async () => {
      const closed = await TestApp.start({ ADMIN_API_TOKEN: '' });
      for (const token of [ADMIN_TOKEN, 'null', 'undefined']) {
        await closed
          .call('get', '/admin/clients', { Authorization: `Bearer ${token}` })
          .expect(401);
      }
      await closed.stop();
    });
  });

  describe('a client', () => {
    it('is added, without subscription and money', async () => {
      const { body } = await one
        .admin('post', 'clients', { name: '  Asha Home  ', email: ' orders@asha.example ' })
        .expect(201);
      expect(body).toEqual({
        success: true,
        data: {
          id: expect.any(Number),
          name: 'Asha Home',
          email: 'orders@asha.example',
          created_at: expect.stringMatching(ISO_UTC),
          subscription: null,
          wallet_balance: 0,
        },
      });
      const { id } = dataOf<ClientData>({ body } as Response);
      const { body: again } = await two.admin('get', `clients/${id}`).expect(200);
      expect(again).toEqual(body);
    });

    it('is shown with its subscription', async () => {
      const { id } = await givenAdminClient();
      const { code: plan } = await givenPlan(one);
      const subscribe = (subscription: object) =>
        one
          .admin('put', `clients/${id}/subscription`, { plan, status: 'active', ...subscription })
          .expect(200);
      const shown = async (): Promise<unknown> =>
        dataOf<{ subscription: unknown }>(await one.admin('get', `clients/${id}`)).subscription;

      await subscribe({ starts_at: '2026-01-01T00:00:00+05:30', ends_at: '2126-01-01T00:00:00Z' });
      expect(await shown()).toEqual({
        plan,
        status: 'active',
        starts_at: '2025-12-31T18:30:00.000Z',
        ends_at: '2126-01-01T00:00:00.000Z',
        grace_ends_at: null,
        live: true,
      });
      await subscribe({ starts_at: '2020-01-01T00:00:00Z', ends_at: '2021-01-01T00:00:00Z' });
      expect(await shown()).toMatchObject({ status: 'active', live: false });
      await subscribe({ status: 'past_due' });
      const graceEndsAt = expect.stringMatching(ISO_UTC) as string;
      expect(await shown()).toMatchObject({
        ends_at: null,
        live: true,
        grace_ends_at: graceEndsAt,
      });
      await subscribe({ status: 'suspended' });
      expect(await shown()).toMatchObject({ live: false, grace_ends_at: null });
    });

    it('is changed in what is given', async () => {
      const { id, email } = await givenAdminClient();
      const { body } = await one.admin('patch', `clients/${id}`, { name: 'Other' }).expect(200);
      expect(body).toMatchObject({ success: true, data: { id, name: 'Other', email } });
      await one.admin('patch', `clients/${id}`, { email: 'new@client.example' }).expect(200);
      await one.admin('patch', `clients/${id}`, { name: null, email: ' ' }).expect(200);
      const { body: after } = await two.admin('get', `clients/${id}`).expect(200);
      expect(after).toMatchObject({ data: { name: 'Other', email: 'new@client.example' } });
    });

    it('loses no change when two operators change it at once', async () => {
      const { id } = await givenAdminClient();
      // Both are at the client before either can store its change.
      const holder = one.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT FROM clients WHERE id = $1 FOR UPDATE', [id]);
      const changes = [
        one.admin('patch', `clients/${id}`, { name: 'New name' }).then(({ status }) => status),
        two.admin('patch', `clients/${id}`, { email: 'new@client.example' }).then((r) => r.status),
      ];
      await sleep(200);
      await holder.commitTransaction();
      await holder.release();
      expect(await Promise.all(changes)).toEqual([200, 200]);
      const { body } = await one.admin('get', `clients/${id}`);
      expect(body).toMatchObject({ data: { name: 'New name', email: 'new@client.example' } });
    });

    it('has company: they are listed in pages, each once, by id', async () => {
      const added: number[] = [];
      for (let left = 5; left > 0; left -= 1) added.push((await givenAdminClient()).id);
      const pages = await allPages('clients?limit=2');
      expect(pages.slice(0, -1).every(({ length }) => length === 2)).toBe(true);
      const ids = pages.flat().map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(ids.slice(-5)).toEqual(added);
      expect(await page(`clients?limit=${ids.length}`)).toMatchObject({ next_cursor: null });
    });

    it('is on a page of fifty, unless told', async () => {
      for (let left = 51; left > 0; left -= 1) {
        await one
          .service(ClientAdministrationService)
          .createClient({ name: 'Many', email: 'm@client.example' });
      }
      const { data, next_cursor: next } = await page('clients');
      expect(data).toHaveLength(50);
      expect(next).not.toBeNull();
    });
  });

  describe('a token', () => {
    it('is shown once, with its domain in the form it is compared in', async () => {
      const { id } = await givenAdminClient();
      const { body } = await one
        .admin('post', `clients/${id}/tokens`, { domain: ' HTTPS://www.Asha-Home.example ' })
        .expect(201);
      const { token } = dataOf<TokenData>({ body } as Response);
      expect(token).toMatch(/^wso_[0-9A-Za-z]{49}$/);
      expect(body).toEqual({
        success: true,
        data: {
          id: expect.any(Number),
          mode: 'live',
          token,
          domain: 'asha-home.example',
          last4: token.slice(-4),
        },
      });
    });

    it('is never shown again', async () => {
      const { id } = await givenAdminClient();
      const place = { domain: 'once.example', expires_at: '2126-01-01T00:00Z' };
      const issued = await newToken(id, place);
      const rotated = dataOf<TokenData>(
        await one.admin('post', `tokens/${issued.id}/rotate`).expect(201),
      );
      const { body, text } = await one.admin('get', `clients/${id}/tokens`).expect(200);
      expect(body).toEqual({
        success: true,
        data: [
          {
            id: issued.id,
            client_id: id,
            mode: 'live',
            domain: 'once.example',
            last4: issued.last4,
            created_at: expect.stringMatching(ISO_UTC),
            expires_at: expect.stringMatching(ISO_UTC),
            revoked_at: null,
          },
          expect.objectContaining({ id: rotated.id, client_id: id, last4: rotated.last4 }),
        ],
        next_cursor: null,
      });
      const revoked = await one.admin('delete', `tokens/${rotated.id}`).expect(200);
      for (const answer of [text, revoked.text]) expect(answer).not.toMatch(/wso_|hash/);
    });

    it('lets the store in with its next request, until it expires', async () => {
      const client = await givenClient(one);
      const { token } = await newToken(client.id, {
        domain: 'brief.example',
        expires_at: new Date(Date.now() + 3_000).toISOString(),
      });
      expect(await seenByStore(token, 'brief.example')).toBe(200);
      await sleep(3_100);
      expect(await seenByStore(token, 'brief.example')).toBe(401);
    });

    it('stands in a list of its client only, in pages', async () => {
      const { id } = await givenAdminClient();
      const other = await givenAdminClient();
      const mine: number[] = [];
      for (let left = 3; left > 0; left -= 1) {
        mine.push((await newToken(id, { domain: 'mine.example' })).id);
        await newToken(other.id, { domain: 'other.example' });
      }
      const pages = await allPages(`clients/${id}/tokens?limit=2`);
      expect(pages.map((tokens) => tokens.map((token) => token.id))).toEqual([
        mine.slice(0, 2),
        mine.slice(2),
      ]);
    });
  });

  describe('a rotation', () => {
    const rotate = (id: number, body?: object) => one.admin('post', `tokens/${id}/rotate`, body);

    it('ends the old token at once, and makes one for the same domain', async () => {
      const client = await givenClient(one);
      const { id, token, domain, last4 } = dataOf<TokenData>(
        await rotate(client.tokenId).expect(201),
      );
      expect(id).not.toBe(client.tokenId);
      expect(domain).toBe(client.domain);
      expect(last4).toBe(token.slice(-4));
      expect(await seenByStore(client.token, client.domain)).toBe(401);
      expect(await seenByStore(token, client.domain)).toBe(200);
    });

    it('lets both work for as long as they are to overlap', async () => {
      const client = await givenClient(one);
      const { token } = dataOf<TokenData>(
        await rotate(client.tokenId, { overlap_seconds: 3 }).expect(201),
      );
      expect(await seenByStore(client.token, client.domain)).toBe(200);
      expect(await seenByStore(token, client.domain)).toBe(200);
      await sleep(3_100);
      expect(await seenByStore(client.token, client.domain)).toBe(401);
      expect(await seenByStore(token, client.domain)).toBe(200);
    });

    it('makes neither token last longer than the old one would have', async () => {
      const expiresAt = new Date(Date.now() + 60_000);
      const { id, tokenId } = await givenClient(one, { expiresAt });
      await rotate(tokenId, { overlap_seconds: 3_600 }).expect(201);
      const expiry = { expires_at: expiresAt.toISOString() };
      const { body } = await one.admin('get', `clients/${id}/tokens`);
      expect(body).toMatchObject({ data: [expiry, expiry] });
    });

    it('is refused for a token that has ended', async () => {
      const rotated = await givenClient(one);
      await rotate(rotated.tokenId).expect(201);
      const revoked = await givenClient(one);
      await one.admin('delete', `tokens/${revoked.tokenId}`).expect(200);
      const expired = await givenClient(one, { expiresAt: new Date(Date.now() - 1_000) });
      for (const { tokenId } of [rotated, revoked, expired]) {
        const { body } = await rotate(tokenId).expect(409);
        expect(body).toMatchObject({ success: false, code: 'token_ended' });
      }
    });

    it('is refused for a token that ends while it waits for its turn', async () => {
      const { tokenId } = await givenClient(one);
      const rival = one.dataSource.createQueryRunner();
      await rival.startTransaction();
      await rival.query('SELECT FROM api_tokens WHERE id = $1 FOR UPDATE', [tokenId]);
      const late = rotate(tokenId).then(({ status }) => status);
      await sleep(100);
      await rival.query(
        `UPDATE api_tokens SET expires_at = clock_timestamp() WHERE id = ${tokenId}`,
      );
      await rival.commitTransaction();
      await rival.release();
      expect(await late).toBe(409);
    });

    it('makes one token when it is asked for many times at once', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { tokenId } = await givenClient(one);
        const statuses = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            (index % 2 === 0 ? one : two)
              .admin('post', `tokens/${tokenId}/rotate`, { overlap_seconds: 60 * (index + 1) })
              .then(({ status }) => status),
          ),
        );
        expect(statuses.filter((status) => status === 201)).toHaveLength(1);
        expect(statuses.filter((status) => status === 409)).toHaveLength(7);
      }
    });
  });

  describe('revoking', () => {
    it('ends a token at once, and no other', async () => {
      const client = await givenClient(one);
      const other = await newToken(client.id, { domain: client.domain });
      expect(await seenByStore(client.token, client.domain)).toBe(200);
      const { body } = await one.admin('delete', `tokens/${client.tokenId}`).expect(200);
      expect(body).toMatchObject({
        success: true,
        data: { id: client.tokenId, revoked_at: expect.stringMatching(ISO_UTC) },
      });
      expect(await seenByStore(client.token, client.domain)).toBe(401);
      expect(await seenByStore(other.token, client.domain)).toBe(200);
    });

    it('a second time changes nothing', async () => {
      const { tokenId } = await givenClient(one);
      const first = await one.admin('delete', `tokens/${tokenId}`).expect(200);
      const second = await two.admin('delete', `tokens/${tokenId}`).expect(200);
      expect(second.body).toEqual(first.body);
    });
  });

  describe('bad input', () => {
    const client = { name: 'Asha', email: 'asha@client.example' };

    it.each<[object, ...problems: string[]]>([
      [{ name: undefined, email: null }, 'name required', 'email required'],
      [{ name: ' ', email: '' }, 'name required', 'email required'],
      [{ name: 5, email: true }, 'name string_expected', 'email string_expected'],
      [{ name: ['A'], email: {} }, 'name string_expected', 'email string_expected'],
      [{ name: { deep: { deeper: [[[]]] } } }, 'name string_expected'],
      [{ name: 'x'.repeat(121) }, 'name too_long'],
      [{ name: 'a\u0000b' }, 'name invalid_characters'],
      [{ name: '\ud800' }, 'name invalid_characters'],
      [{ email: 'nobody' }, 'email invalid_email'],
      [{ email: `${'x'.repeat(250)}@a.example` }, 'email too_long'],
    ])('to a client: %j', async (change, ...problems) => {
      const errors = await errorsOf(one.admin('post', 'clients', { ...client, ...change }));
      expect(errors.map((error) => error.join(' '))).toEqual(problems);
    });

    it('to a change of a client names every field, and changes nothing', async () => {
      const { id, name, email } = await givenAdminClient();
      const body = { name: ['x'], email: 'nobody' };
      expect(await errorsOf(one.admin('patch', `clients/${id}`, body))).toEqual([
        ['name', 'string_expected'],
        ['email', 'invalid_email'],
      ]);
      const half = { name: 'Fine', email: 'nobody' };
      await one.admin('patch', `clients/${id}`, half).expect(422);
      const { body: after } = await one.admin('get', `clients/${id}`);
      expect(after).toMatchObject({ data: { name, email } });
    });

    it.each<[object, [string, string][]]>([
      [{}, [['domain', 'required']]],
      [{ domain: 7 }, [['domain', 'string_expected']]],
      [{ domain: ['a.example'] }, [['domain', 'string_expected']]],
      [{ domain: 'https://' }, [['domain', 'invalid_domain']]],
      [{ domain: 'a.example/' }, [['domain', 'invalid_domain']]],
      [{ domain: 'a b.example' }, [['domain', 'invalid_domain']]],
      [{ domain: '*.example' }, [['domain', 'invalid_domain']]],
      [{ domain: `${'x'.repeat(250)}.example` }, [['domain', 'too_long']]],
    ])('to a token: %j', async (body, errors) => {
      const { id } = await givenAdminClient();
      expect(await errorsOf(one.admin('post', `clients/${id}/tokens`, body))).toEqual(errors);
      expect(await page(`clients/${id}/tokens`)).toMatchObject({ data: [] });
    });

    it.each([
      'tomorrow',
      1_900_000_000,
      ['x'],
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-13-01T00:00:00Z',
      '2030-02-31T00:00:00Z',
    ])('to a token: expires_at %j', async (expiresAt) => {
      const { id } = await givenAdminClient();
      const body = { domain: 'a.example', expires_at: expiresAt };
      expect(await errorsOf(one.admin('post', `clients/${id}/tokens`, body))).toEqual([
        ['expires_at', 'instant_expected'],
      ]);
    });

    it.each([
      ['60', 'integer_expected'],
      [1.5, 'integer_expected'],
      [[60], 'integer_expected'],
      [{}, 'integer_expected'],
      [-1, 'out_of_range'],
      [30 * 24 * 60 * 60 + 1, 'out_of_range'],
      [1e300, 'out_of_range'],
    ])('to a rotation: overlap_seconds %j', async (overlap, code) => {
      const { tokenId, token, domain } = await givenClient(one);
      const test = one.admin('post', `tokens/${tokenId}/rotate`, { overlap_seconds: overlap });
      expect(await errorsOf(test)).toEqual([['overlap_seconds', code]]);
      expect(await seenByStore(token, domain)).toBe(200);
    });

    it('is named where it is ignored', async () => {
      const { id } = await givenAdminClient();
      const ignored = async (path: string, body: object): Promise<string | undefined> =>
        (await one.admin('post', path, body).expect(201)).headers['x-ignored-fields'];
      expect(await ignored('clients', { ...client, id: 1, wallet_balance: 99 })).toBe(
        'id, wallet_balance',
      );
      const token = { domain: 'x.example', token: 'wso_mine', last4: 'mine' };
      expect(await ignored(`clients/${id}/tokens`, token)).toBe('token, last4');
      const { data } = await page(`clients/${id}/tokens`);
      expect(await ignored(`tokens/${data[0]?.id}/rotate`, { domain: 'y.example' })).toBe('domain');
    });

    const BODIES = [
      ['post', 'clients'],
      ['patch', 'clients/1'],
      ['post', 'clients/1/tokens'],
      ['post', 'tokens/1/rotate'],
    ] as const;
    it.each(BODIES)('that is no JSON object, to %s %s', async (method, path) => {
      const send = (body: string, type = 'application/json') =>
        one
          .call(method, `/admin/${path}`, OPERATOR)
          .type(type)
          .serialize((sent) => sent as string)
          .send(body);
      expect((await send('{"name":').expect(400)).body).toMatchObject({ code: 'malformed_json' });
      for (const body of ['[]', '[{"name":"A"}]', '"text"', 'null', '7']) {
        expect(await errorsOf(send(body))).toEqual([['body', 'object_expected']]);
      }
      await send('name=A', 'application/x-www-form-urlencoded').expect(415);
      await send(`{"name":"${'x'.repeat(257 * 1024)}"}`).expect(413);
    });

    it.each([...NO_IDS, ...BROKEN_IDS])('in the path: %s', async (id) => {
      const calls = [
        one.admin('get', `clients/${id}`),
        one.admin('patch', `clients/${id}`, client),
        one.admin('post', `clients/${id}/tokens`, { domain: 'a.example' }),
        one.admin('get', `clients/${id}/tokens`),
        one.admin('post', `tokens/${id}/rotate`),
        one.admin('delete', `tokens/${id}`),
      ];
      for (const call of calls) {
        const { body } = await call.expect(404);
        expect((body as ErrorBody).code).toMatch(/^(client|token|route)_not_found$/);
      }
    });

    it.each([
      ['limit=0', 'limit', 'out_of_range'],
      ['limit=-1', 'limit', 'out_of_range'],
      ['limit=501', 'limit', 'out_of_range'],
      ['limit=abc', 'limit', 'integer_expected'],
      ['limit=1.5', 'limit', 'integer_expected'],
      ['limit=Infinity', 'limit', 'integer_expected'],
      ['limit=1&limit=2', 'limit', 'integer_expected'],
      ['cursor=garbage', 'cursor', 'invalid_cursor'],
      ['cursor=-1', 'cursor', 'invalid_cursor'],
      [`cursor=${Buffer.from('99999999999').toString('base64url')}`, 'cursor', 'invalid_cursor'],
      ['cursor=%00', 'cursor', 'invalid_characters'],
      ['cursor=a&cursor=b', 'cursor', 'string_expected'],
      [`cursor=${'x'.repeat(101)}`, 'cursor', 'too_long'],
    ])('in the query: %s', async (query, field, code) => {
      const { id } = await givenAdminClient();
      for (const path of ['clients', `clients/${id}/tokens`]) {
        expect(await errorsOf(one.admin('get', `${path}?${query}`))).toEqual([[field, code]]);
      }
    });
  });
});
