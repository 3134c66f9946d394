import request from 'supertest';
import { TestApp } from '../support/app.js';

const PAGES = [
  '/docs/start',
  '/docs/start.md',
  '/docs/reference',
  '/llms.txt',
  '/docs',
  '/docs/admin',
  '/docs/dashboard',
  '/docs-json',
  '/docs/swagger-ui-init.js',
];

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Returns an answer with its bytes. */
const sent = (path: string, headers: Record<string, string> = {}): request.Test =>
  request(app.server)
    .get(path)
    .set('Accept-Encoding', 'identity')
    .set(headers)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });

/** Returns the addresses of a page's files. */
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
    const searchIndex = '/docs/search.json';
    for (const path of [...PAGES, '/docs/errors', '/docs/downloads', searchIndex]) {
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
    const { text } = await request(other.server).get('/docs/start.md').buffer(true).expect(200);
    await other.stop();
    expect(text).toContain('BASE=https://shop.example\n');
    expect(text).toContain('- Any number of requests.\n- Any number of orders.\n');
    expect(text).toMatch(/are 333 requests a\sminute\.\n/);
  });

  it('answer a HEAD without the body', async () => {
    const { headers, text } = await request(app.server).head('/docs/start').expect(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
    expect(text).toBeUndefined();
  });
});

describe('the page at /', () => {
  it('is for browsers; programs receive the error of an unknown address', async () => {
    const { headers } = await sent('/', { Accept: 'text/html' }).expect(200);
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    const { body } = await request(app.server).get('/').set('Accept', '*/*').expect(404);
    expect(body).toMatchObject({
      ...{ code: 'route_not_found', message: expect.stringContaining('/docs/start') },
    });
  });
});
