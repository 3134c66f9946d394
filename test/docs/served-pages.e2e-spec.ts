import { connect, type AddressInfo } from 'node:net';
import { text as textOfStream } from 'node:stream/consumers';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { documents, OTHERS, WITHOUT_ADDRESS } from '../support/documents/served-documents.js';

const PAGES = [
  '/docs/start',
  '/docs/start.md',
  '/docs/orders',
  '/docs/updates.md',
  '/docs/retries',
  '/docs/releases.md',
  '/docs/reference',
  '/llms.txt',
  '/docs',
  '/docs/admin',
  '/docs/dashboard',
  '/docs-json',
  '/docs/swagger-ui-init.js',
];
const app = await TestApp.start();

/** Reads an answer with its bytes. */
const sent = (path: string, headers: Record<string, string> = {}): request.Test =>
  request(app.server)
    .get(path)
    .set('Accept-Encoding', 'identity')
    .set(headers)
    .responseType('blob');

async function filesOf(path: string): Promise<string[]> {
  const { text } = await request(app.server).get(path).expect(200);
  return [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
    ([, target = '']) => {
      const { pathname, search } = new URL(target, `http://here.example${path}`);
      return pathname + search;
    },
  );
}

describe('the files of the documentation', () => {
  it('are compressed if the caller accepts it, with the same content', async () => {
    for (const path of PAGES) {
      const plain = await sent(path).expect(200);
      const compressed = await sent(path, { 'Accept-Encoding': 'gzip' }).expect(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.headers.vary).toBe('Accept-Encoding');
      // Decompressed on its way into the test.
      expect((compressed.body as Buffer).equals(plain.body as Buffer)).toBe(true);
      expect(compressed.headers.etag).not.toBe(plain.headers.etag);
      const length = Number(compressed.headers['content-length']);
      expect(length).toBeLessThan(Number(plain.headers['content-length']));
    }
  });

  it('are answered with 304 to callers that have them', async () => {
    for (const path of PAGES) {
      for (const encoding of ['identity', 'gzip']) {
        const headers = { 'Accept-Encoding': encoding };
        const { etag = '' } = (await sent(path, headers).expect(200)).headers as { etag?: string };
        const again = await sent(path, { ...headers, 'If-None-Match': etag }).expect(304);
        expect(again.body).toHaveLength(0);
        await sent(path, { ...headers, 'If-None-Match': '"another"' }).expect(200);
      }
    }
  });

  it('have an address that changes with the content, and are cached forever', async () => {
    for (const path of ['/docs/start', '/docs']) {
      const versioned = (await filesOf(path)).filter((file) => file.includes('?v='));
      expect(versioned.length).toBeGreaterThan(2);
      for (const file of versioned) {
        const { headers } = await sent(file).expect(200);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        // Another instance may have another content during an upgrade.
        const other = await sent(file.replace(/v=.*/, 'v=12345678')).expect(200);
        expect(other.headers['cache-control']).toBe('no-cache');
      }
    }
  });

  it('have no placeholder left', async () => {
    for (const path of [...PAGES, '/docs/errors', '/docs/downloads', '/docs/search.json']) {
      const { body } = await sent(path).expect(200);
      expect((body as Buffer).toString()).not.toMatch(/\{\{\w+\}\}/);
    }
  });

  it('show the address and the limits of the installation', async () => {
    const other = await TestApp.start({
      PUBLIC_URL: 'https://shop.example',
      RATE_LIMIT_PER_MINUTE: '0',
      ORDER_RATE_LIMIT_PER_MINUTE: '0',
    });
    const textAt = async (path: string): Promise<string> => {
      const page = request(other.server).get(path).set('Host', 'elsewhere.example');
      return (await page.buffer(true).expect(200)).text;
    };
    const text = (
      await Promise.all(['/docs/start.md', '/docs/updates.md', '/docs/retries.md'].map(textAt))
    ).join('\n');
    await other.stop();
    expect(text).toContain('BASE=https://shop.example\n');
    expect(text).not.toContain('elsewhere.example');
    expect(text).toContain('- Any number of requests.\n- Any number of orders.\n');
    expect(text).toMatch(/are 333 requests a\sminute\.\n/);
  });

  it('lead from the example store that the kit had until 1.5 to the clients', async () => {
    const { headers } = await sent('/docs/downloads/example-store.php').expect(301);
    expect(headers.location).toBe('/docs/downloads#clients');
    const { text } = await request(app.server).get('/docs/downloads').expect(200);
    expect(text).toContain(' id="clients"');
  });

  it('answer a HEAD without the body', async () => {
    const { headers } = await request(app.server).head('/docs/start').expect(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
  });
});

describe('the address of the service', () => {
  const addressed = (path: string, host: string) => sent(path, { Host: host }).expect(200);

  it('is the only one in the documents, wherever the service is reached', async () => {
    const paths = await documents(app);
    expect(paths).toHaveLength(27);
    const { port } = app.server.address() as AddressInfo;
    const hosts = {
      [`127.0.0.1:${port}`]: 'http',
      'Shop-1.example:8443': 'https',
      [`[::1]:${port}`]: 'http',
      localhost: 'http',
    };
    for (const [host, scheme] of Object.entries(hosts)) {
      for (const path of paths) {
        const text = ((await addressed(path, host)).body as Buffer).toString();
        // Without the end of a sentence.
        const addresses = [...text.matchAll(/https?:\/\/[^\s/"'`<>,)|\\]+/g)].map(([address]) =>
          address.replace(/\.$/, ''),
        );
        const own = new Set(addresses.filter((address) => !OTHERS.test(address)));
        const expected = WITHOUT_ADDRESS.includes(path)
          ? []
          : [`${scheme}://${host.toLowerCase()}`];
        expect([path, ...own]).toEqual([path, ...expected]);
      }
    }
  });

  it('is shown with https on the internet, and elsewhere as a trusted proxy says', async () => {
    const proxied = await TestApp.start({ TRUST_PROXY: '127.0.0.1' });
    const baseOf = async (at: TestApp, host: string, ...words: string[]) => {
      const { port } = at.server.address() as AddressInfo;
      const named = words.map((word) => `X-Forwarded-Proto: ${word}\r\n`).join('');
      const bases = [
        '/docs/start.md',
        '/docs-json',
        '/docs/downloads/wholesale_store_orders.py',
      ].map(async (path) => {
        const socket = connect(port, '127.0.0.1');
        socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${named}Connection: close\r\n\r\n`);
        const text = await textOfStream(socket);
        return /(?:BASE=|"url":"|StoreClient\(")(https?:\/\/[^\s"/]+)[\s"]/.exec(text)?.[1];
      });
      const [base, ...others] = await Promise.all(bases);
      expect(others).toEqual([base, base]);
      return base;
    };
    for (const word of ['http', 'https', 'javascript']) {
      expect(await baseOf(app, 'shop.example', word)).toBe('https://shop.example');
      expect(await baseOf(proxied, 'shop.example', word)).toBe('https://shop.example');
      expect(await baseOf(app, '10.1.2.3:3000', word)).toBe('http://10.1.2.3:3000');
    }
    expect(await baseOf(proxied, 'localhost', 'https')).toBe('https://localhost');
    for (const words of [['https', 'http'], ['https,http']]) {
      expect(await baseOf(proxied, 'localhost', ...words)).toBe('https://localhost');
    }
    for (const word of ['http', 'javascript', 'HTTPS', 'http, https', '']) {
      const base = await baseOf(proxied, 'office.local:3000', word, 'https');
      expect(base).toBe('http://office.local:3000');
    }
    expect(await baseOf(proxied, '[fd00::7]:3000')).toBe('http://[fd00::7]:3000');
    await proxied.stop();
  });

  it('has a tag of its own, and is kept from shared caches', async () => {
    for (const path of (await documents(app)).filter((each) => !WITHOUT_ADDRESS.includes(each))) {
      const { headers } = await addressed(path, 'one.example');
      expect(headers['cache-control']).toBe('private, no-cache');
      const again = sent(path, { Host: 'one.example', 'If-None-Match': headers.etag! });
      await again.expect(304);
      const other = sent(path, { Host: 'two.example', 'If-None-Match': headers.etag! });
      await other.expect(200);
    }
  });

  it('is not taken from a header Host that is no address', async () => {
    const { port } = app.server.address() as AddressInfo;
    const hosts = [
      ...["x');alert(1);//", 'x$(reboot)', 'x`id`', 'a&amp;b', 'x;y', '*', 'a..b', 'x:99999'],
      ...['-->', '{{currency}}', '$&', '%22', 'xn--?', 'x'.repeat(10_000), 'é.example'],
    ];
    const fallback = `http://localhost:${port}`;
    for (const path of ['/docs/start', '/docs-json', '/docs/downloads/WholesaleStoreOrders.php']) {
      const expected = ((await addressed(path, `localhost:${port}`)).body as Buffer).toString();
      expect(expected).toContain(fallback);
      for (const host of hosts) {
        const socket = connect(port, '127.0.0.1');
        socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        const answer = await textOfStream(socket);
        const isRefused = /^HTTP\/1\.1 4\d\d /.test(answer);
        expect([host, isRefused || answer.endsWith(expected)]).toEqual([host, true]);
        expect(answer).not.toContain(`http://${host}`);
      }
    }
  });
});

describe('an address that does not exist', () => {
  const NO_PAGES = ['/docs/nowhere', '/nowhere/at/all.php', '/dashboards', '/docs/downloads/x.zip'];
  const NO_CALLS = [
    '/api/nowhere',
    '/api',
    '/admin/nowhere',
    '/dashboard/api/nowhere',
    '/health/x',
  ];

  it('is a page for browsers, whose links work from there', async () => {
    for (const path of NO_PAGES) {
      const { text, headers } = await request(app.server)
        .get(path)
        .set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
        .expect(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain('<h1>Page not found</h1>');
      expect(text).not.toContain(path);
      for (const [, target = ''] of text.matchAll(/ (?:href|src)="([^"#]+)"/g)) {
        expect(target).toMatch(/^\//);
        await request(app.server).get(target).expect(200);
      }
    }
  });

  it('is the error in JSON for programs, and for everyone below the APIs', async () => {
    for (const path of NO_PAGES) {
      const { body } = await request(app.server).get(path).set('Accept', '*/*').expect(404);
      expect(body).toMatchObject({ success: false, code: 'route_not_found' });
    }
    for (const path of NO_CALLS) {
      const { body } = await request(app.server).get(path).set('Accept', 'text/html').expect(404);
      expect(body).toMatchObject({ success: false, code: 'route_not_found' });
    }
    const deleted = request(app.server).delete('/nowhere').set('Accept', 'text/html');
    expect((await deleted.expect(404)).body).toMatchObject({ code: 'route_not_found' });
  });
});

it('robots.txt keeps crawlers out of the APIs, and the sitemap lists every page', async () => {
  const robots = await request(app.server).get('/robots.txt').set('Host', 'shop.example');
  expect(robots.text).toContain('Disallow: /api/\n');
  expect(robots.text).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  const { text, headers } = await request(app.server)
    .get('/sitemap.xml')
    .set('Host', 'shop.example')
    .expect(200);
  expect(headers['content-type']).toBe('application/xml');
  const pages = [...text.matchAll(/<loc>https:\/\/shop\.example(\/.*?)<\/loc>/g)];
  expect(pages).toHaveLength(10);
  for (const [, path = ''] of pages) {
    await request(app.server).get(path).set('Accept', 'text/html').expect(200);
  }
});

it('the address of the service itself leads browsers to the dashboard, and tells programs where everything is', async () => {
  const page = await request(app.server).get('/').set('Accept', 'text/html').expect(302);
  expect(page.headers).toMatchObject({ location: '/dashboard', vary: 'Accept' });
  for (const accept of ['*/*', 'text/html;q=0', 'application/json, text/html;q=0.0']) {
    const { body } = await sent('/', { Accept: accept, Host: 'shop.example' }).expect(200);
    const { success, data } = JSON.parse(String(body)) as { success: boolean; data: object };
    expect([success, data]).toEqual([
      true,
      {
        docs: 'https://shop.example/docs/start',
        openapi: 'https://shop.example/docs-json',
        api: 'https://shop.example/api',
        health: 'https://shop.example/health/ready',
        dashboard: 'https://shop.example/dashboard',
      },
    ]);
  }
});
