import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp } from '../support/app.js';
import { Wire } from '../support/documents/wire.js';
import { givenClient, headersOf } from '../support/shop/given.js';

// Who is admitted, and with which refusal the others are not, is in `matrix`.
const app = await TestApp.start();
const client = await givenClient(app, { domain: 'asha-home.example' });
const list = (headers: Parameters<TestApp['get']>[1]) => app.get('/api/products', headers);

describe('a token of the Store API', () => {
  it('is accepted with any spelling of the scheme', async () => {
    await list({ ...client.headers, Authorization: `bEARER ${client.token}` }).expect(200);
  });

  it('is refused together with another one, whether or not its header is cached', async () => {
    const wire = new Wire(app);
    const { headers } = client;
    const both = [headers.Authorization, 'Bearer other'];
    const ask = { method: 'GET', path: '/api/products' };
    expect((await wire.ask({ ...ask, headers })).status).toBe(200);
    for (const Authorization of [both, both.toReversed()]) {
      const { status, body } = await wire.ask({ ...ask, headers: { ...headers, Authorization } });
      expect([status, body]).toMatchObject([401, { code: 'token_invalid' }]);
    }
  });

  it('is stored only as a hash', async () => {
    const rows = await app.sql<object>`SELECT * FROM api_tokens`;
    const start = Buffer.from(client.token.slice(0, 10));
    const found =
      await app.sql`SELECT FROM api_tokens WHERE position(${start}::bytea IN token_hash) > 0`;
    expect(found).toEqual([]);
    expect(JSON.stringify(rows)).not.toContain(client.token);
    expect(rows).toContainEqual(expect.objectContaining({ last4: client.token.slice(-4) }));
  });
});

describe('access to the Store API', () => {
  it('is refused with the received domain, never the registered one', async () => {
    const headers = headersOf(client.token, 'https://www.Other.example:8443/');
    const { body, text } = await list(headers).expect(403);
    expect((body as { message: string }).message).toBe(
      'The token is not registered to this domain. X-Client-Domain was read as ' +
        '"other.example:8443", https:// and www. and what follows the host taken off, the port left as it was.',
    );
    expect(text).not.toContain('asha-home');
  });

  it('takes the domain as the address of the shop, and one that was registered with its port', async () => {
    const { token } = await givenClient(app, { domain: 'port-home.example' });
    const expectAllowed = async (): Promise<void> => {
      for (const [before, behind] of [
        ['', ''],
        ['https://', '/'],
        ['http://www.', '/cart?item=1'],
        ['', '.'],
        ['', ':443'],
        ['', ':80/'],
      ] as const) {
        await list(headersOf(token, `${before}port-home.example${behind}`)).expect(200);
      }
      for (const domain of ['port-home.example:8443', 'ftp://port-home.example', 'example'])
        await list(headersOf(token, domain)).expect(403);
    };
    await expectAllowed();
    await app.sql`UPDATE api_tokens SET domain = 'port-home.example:443' WHERE domain = 'port-home.example'`;
    await expectAllowed();
  });

  it('ends with the next request after the subscription', async () => {
    const { id, plan, headers } = await givenClient(app);
    await list(headers).expect(200);
    await app.service(PlansService).subscribe(id, { plan, status: 'cancelled' });
    await list(headers).expect(403);
  });
});
