import request from 'supertest';
import { TestApp } from '../support/app.js';
import { givenPng } from '../support/documents/pictures.js';
import { TestBrowser } from '../support/shop/people.js';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An answer about the wholesaler's name and logo. */
interface Data {
  data: { logo: { path: string; bytes: number } };
}

const app = await TestApp.start();
const page = (path: string) => request(app.server).get(path);

describe('the pages of the dashboard', () => {
  const assetOf = (html: string, ending: string): string => {
    const [path] = new RegExp(`/dashboard/assets/index-[^"]+\\.${ending}`).exec(html) ?? [];
    if (path === undefined) throw new Error(`the page has no .${ending}`);
    return path;
  };

  it.each(['/dashboard', '/dashboard/', '/dashboard/orders?status=to_pay', '/dashboard/no/such'])(
    '%s is the application',
    async (path) => {
      const { text, headers } = await page(path).expect(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(text).toContain('<div id="root">');
      expect(text).toContain('<meta name="currency" content="INR" />');
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'gzip' });
      const plain = await page(path).set('Accept-Encoding', 'identity').expect(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.text).toContain('<div id="root">');
    },
  );

  it('allow only their own scripts, and only styles with the nonce of the response', async () => {
    const nonceOf = async (): Promise<string> => {
      const { text, headers } = await page('/dashboard').expect(200);
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(policy).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data:; ` +
          "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; " +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
      );
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
      expect(text).not.toContain('__NONCE__');
      return nonce;
    };
    const first = await nonceOf();
    expect(Buffer.from(first, 'base64')).toHaveLength(16);
    expect(await nonceOf()).not.toBe(first);
  });

  it("let only the pay page load the gateway's checkout", async () => {
    const { headers } = await page('/dashboard/pay/pi_1').expect(200);
    expect(headers['content-security-policy']).toContain("; frame-src 'self'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const other = await page('/dashboard/payments/pi_1').expect(200);
    expect(other.headers['content-security-policy']).not.toContain('frame-src');
    // The checkout writes HTML itself.
    expect(headers['content-security-policy']).not.toContain('trusted-types');
  });

  it('may use the camera and WebAssembly only where a button scans with the camera', async () => {
    const policies = async (path: string) => {
      const { headers } = await page(`/dashboard/${path}`).expect(200);
      const camera = /camera=\((.*?)\)/.exec(String(headers['permissions-policy']))?.[1];
      const scripts = /script-src (.*?);/.exec(String(headers['content-security-policy']))?.[1];
      return [camera, scripts];
    };
    for (const path of [
      'shipping?tab=scan',
      'returns?tab=inspection',
      'stock-count',
      'Shipping/',
    ]) {
      expect(await policies(`office/${path}`)).toEqual(['self', "'self' 'wasm-unsafe-eval'"]);
    }
    for (const path of [
      '',
      'office',
      'office/orders',
      'office/shipping/x',
      'shipping',
      'returns',
    ]) {
      expect(await policies(path)).toEqual(['', "'self'"]);
    }
  });

  it('load the program that reads bar codes from this address, once the camera is used', async () => {
    const name = (await readdir(join(FOLDER, 'assets'))).find((file) => file.endsWith('.wasm'))!;
    const { headers } = await page(`/dashboard/assets/${name}`)
      .set('Accept-Encoding', 'br')
      .expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/wasm',
    });
    const { text } = await page('/dashboard/office/shipping?tab=scan').expect(200);
    expect(text).not.toContain('.wasm');
  });

  it('load files that may be cached indefinitely, in an encoding that the browser accepts', async () => {
    const { text } = await page('/dashboard');
    const script = assetOf(text, 'js');
    const plain = await page(script).set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await page(script).set('Accept-Encoding', 'gzip, br').expect(200);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.text).toBe(plain.text);
    await page(script).set('Accept-Encoding', 'gzip').expect('Content-Encoding', 'gzip');
    await page(assetOf(text, 'css')).expect('Content-Type', 'text/css; charset=utf-8');
  });

  it('respond to no other method and never to addresses of the API', async () => {
    const refused = { success: false, code: 'route_not_found' };
    expect((await request(app.server).post('/dashboard/orders').expect(404)).body).toMatchObject(
      refused,
    );
    for (const path of ['/dashboard/api', '/dashboard/api/no-such', '/Dashboard/API/no-such']) {
      expect((await page(path).expect(404)).body).toMatchObject(refused);
    }
    await request(app.server).head('/dashboard').expect(200);
  });

  it('begin with their frame, the session and the files of the page at the address', async () => {
    const orders = (await page('/dashboard/office/orders').expect(200)).text;
    expect(orders).toContain('<p role="status">Loading…</p>');
    // Styles of the frame are in the page itself, and no stylesheet is waited for before them.
    expect(orders.indexOf('.first {')).toBeGreaterThan(0);
    expect(orders.indexOf('rel="stylesheet"')).toBeGreaterThan(orders.indexOf('<body>'));
    const calls = (html: string): (string | undefined)[] =>
      [...html.matchAll(/as="fetch" crossorigin="anonymous" href="([^"]+)"/g)].map(([, to]) => to);
    const session = '/dashboard/api/session';
    const person = await TestBrowser.ofOperator(app);
    const callsFor = async (path: string) =>
      calls((await page(`/dashboard/office/${path}`).set('Cookie', person.cookie!)).text);
    const list = '/admin/orders?status=pending&amp;sort=created_at';
    expect(await callsFor('orders')).toEqual([session, list]);
    // The list of another address is another call, and without a session it would be refused.
    expect(await callsFor('orders?status=all')).toEqual([session]);
    expect(calls(orders)).toEqual([session]);
    expect(orders).toMatch(
      /rel="modulepreload" crossorigin href="\/dashboard\/assets\/orders-page-/,
    );
    expect(calls((await page('/dashboard/accept-invitation').expect(200)).text)).toEqual([]);
  });

  it('include only files of the build', async () => {
    for (const path of ['/dashboard/..%2findex.html', '/dashboard/assets/..%2f..%2fpackage.json']) {
      expect((await page(path).expect(200)).text).toContain('<div id="root">');
    }
  });
});

describe('the pages of a wholesaler', () => {
  it('show its name, color and logo from the first paint on', async () => {
    const given = {
      name: 'Rao & "Sons" <Wholesale>',
      address: '1, A Road\nPune',
      accent: '#FFEE00',
    };
    const { body } = await app.admin('put', 'brand', given).expect(200);
    expect((body as Data).data).toMatchObject({
      ...given,
      accent: '#ffee00',
      logo: null,
      accent_adapted: true,
      shown_name: given.name,
      shown_address: ['1, A Road', 'Pune'],
      shown_accent: { dark: '#ffee00' },
    });
    const file = { content_base64: givenPng().toString('base64') };
    const stored = await app.admin('put', 'brand/logo', file).expect(200);
    const { path, bytes } = (stored.body as Data).data.logo;

    const { text, headers } = await page('/dashboard/sign-in').expect(200);
    expect(text).toContain('<title>Rao &amp; &quot;Sons&quot; &lt;Wholesale&gt;</title>');
    expect(text).toContain(`<meta name="brand-logo" content="${path}">`);
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))!;
    expect(text).toContain(
      `<style nonce="${nonce}">:root:root[data-mantine-color-scheme=light]{--accent:`,
    );
    expect(text).toContain('[data-mantine-color-scheme=dark]{--accent:#ffee00;');

    const logo = await page(path).expect(200);
    expect((logo.body as Buffer).length).toBe(bytes);
    expect(logo.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const unversioned = await page('/dashboard/logo').expect(200);
    expect(unversioned.headers['cache-control']).toBe('public, no-cache');
    await app.admin('delete', 'brand/logo').expect(200);
    await page(path).expect(404);
    await app.admin('put', 'brand', {}).expect(200);
    expect((await page('/dashboard')).text).toContain('<title>Wholesale orders</title>');

    const entries = await app.sql<{ action: string; text: string }>`
      SELECT action, concat(before, after) AS text FROM audit_entries WHERE subject = 'brand' ORDER BY id`;
    expect(entries.map(({ action }) => action)).toEqual([
      ...['brand.changed', 'brand.logo_changed', 'brand.logo_changed', 'brand.changed'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(file.content_base64.slice(0, 40));
  });

  it.each([
    ['brand', { accent: 'red' }, 'accent'],
    ['brand', { address: '1\n2\n3\n4\n5\n6' }, 'address'],
    ['brand', { name: 'x'.repeat(61) }, 'name'],
    ['brand/logo', { content_base64: 'no base64' }, 'content_base64'],
    ['brand/logo', { content_base64: btoa('<svg/>') }, 'content_base64'],
    ['brand/logo', {}, 'content_base64'],
  ])('%s refuses %j', async (path, sent, field) => {
    const { body } = await app.admin('put', path, sent).expect(422);
    expect(body).toMatchObject({ errors: [{ field }] });
  });
});

const FOLDER = 'dist/web';
const FIRST_PAGE_MAX_KB = 200;
const FURTHER_PAGE_MAX_KB = 53;
/** Files of the first page. Each costs a slow line its latency. */
const FILES_MAX = 12;

const manifest = JSON.parse(await readFile(join(FOLDER, 'manifest.json'), 'utf8')) as Record<
  string,
  { file: string; css?: string[]; imports?: string[] }
>;

describe('the size of the pages, as gzip sends their JavaScript and CSS', () => {
  /** Lists the files that a browser needs before it can show a chunk. */
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: '' };
    if (file === '') throw new Error(`the build has no ${name}`);
    for (const path of [file, ...css]) found.add(path);
    for (const imported of imports) filesOf(imported, found);
    return found;
  };
  const kilobytesOf = async (files: Iterable<string>): Promise<number> => {
    const sizes = await Promise.all(
      [...files].map(async (file) => (await stat(join(FOLDER, `${file}.gz`))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const pages = () => Object.keys(manifest).filter((name) => name.startsWith('src/pages/'));

  it.each([
    'src/pages/overview/overview-page.tsx',
    'src/pages/orders/orders-page.tsx',
    'src/pages/office/today/today-page.tsx',
    'src/pages/office/orders/orders-page.tsx',
  ])(
    `%s, which people often see first, is at most ${FIRST_PAGE_MAX_KB} kB in ${FILES_MAX} files`,
    async (page) => {
      const files = new Set([...filesOf('index.html'), ...filesOf(page)]);
      expect(await kilobytesOf(files)).toBeLessThanOrEqual(FIRST_PAGE_MAX_KB);
      expect(files.size).toBeLessThanOrEqual(FILES_MAX);
    },
  );

  it(`every further page adds at most ${FURTHER_PAGE_MAX_KB} kB`, async () => {
    const first = filesOf('index.html');
    expect(pages().length).toBeGreaterThan(3);
    for (const page of pages()) {
      const added = [...filesOf(page)].filter((file) => !first.has(file));
      expect([page, (await kilobytesOf(added)) <= FURTHER_PAGE_MAX_KB]).toEqual([page, true]);
    }
  });
});
