import type { AddressInfo } from 'node:net';
import request from 'supertest';
import type { OpenAPIObject } from '@nestjs/swagger';
import { CHANGELOG } from '../../src/start/docs/changelog.js';
import { documentedErrors } from '../../src/start/docs/documented-errors.js';
import { ERRORS } from '../../src/platform/http/errors.js';
import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  STATUS_ROWS,
  transitions,
} from '../../src/orders/lifecycle/order-lifecycle.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { codeOf, rowsIn, textOf } from '../support/documents/html.js';
import { run } from '../support/processes/run.js';

const GUIDE = ['start', 'orders', 'updates', 'retries', 'releases'].map((name) => `/docs/${name}`);
const PAGES = [...GUIDE, '/docs/reference', '/docs/errors', '/docs', '/docs/admin'];
/** The places of the first page to which programs, mails and bookmarks of readers may lead. */
const PLACES = [
  ...['first-call', 'credentials', 'place-an-order', 'with-a-client', 'order-life', 'test-mode'],
  ...['polling', 'after-the-order', 'lost-orders', 'retries', 'errors', 'money', 'variations'],
  ...['limits', 'changes'],
];

/** Code and tables included. */
const WORDS_MAX = 1_000;

const { app, demo } = await givenDemoSuite({
  UNPAID_ORDER_TTL_HOURS: '36',
  RATE_LIMIT_PER_MINUTE: '2400',
});
const document = (await request(app.server).get('/docs-json')).body as OpenAPIObject;
const guide: string[] = [];
for (const path of GUIDE) guide.push((await request(app.server).get(path).expect(200)).text);
const [start = ''] = guide;
/** All pages of the guide, one after the other. */
const page = guide.join('');
const rows = (): string[] => rowsIn(page);
const rowsOf = (name: string) => rows().filter((row) => row === name || row.startsWith(`${name} `));

describe('the first page for integrators', () => {
  it('is read in five minutes', async () => {
    const { text } = await request(app.server).get('/docs/start.md').buffer(true).expect(200);
    // One of the three languages that a reader chooses among.
    const read = text.replace(/```(?:py|php)\n[\s\S]*?```/g, '');
    expect(read.split(/\s+/).length).toBeLessThanOrEqual(WORDS_MAX);
  });

  it('has each place that it ever had, with a link to where more is said', () => {
    for (const place of PLACES) {
      const [, rest = ''] = start.split(` id="${place}"`);
      // A section, or a row of the table of links.
      const [own = ''] = rest.split(/<\/section>|<\/tr>/);
      const isComplete = ['first-call', 'place-an-order'].includes(place);
      expect([place, isComplete || /href="\.\.\/docs\/(?!start)/.test(own)]).toEqual([place, true]);
    }
  });
});

describe('the guide for integrators', () => {
  it('has links to all of its pages at the side of each', () => {
    for (const [index, text] of guide.entries()) {
      const [, side = ''] = /<nav aria-label="Contents">([\s\S]*?)<\/nav>/.exec(text) ?? [];
      for (const path of GUIDE) {
        const current = path === GUIDE[index] ? ' aria-current="page"' : '';
        expect(side).toContain(`<a href="..${path}"${current}>`);
      }
    }
  });

  it('shows calls that work once address and credentials are filled in', async () => {
    const { port } = app.server.address() as AddressInfo;
    const [client] = demo.clients;
    const [variables = '', ...calls] = [
      ...page.matchAll(/<pre class="copyable"[^>]*><code class="language-sh">([\s\S]*?)<\/code/g),
    ].map(([, markup = '']) => codeOf(markup));
    const filled = variables
      .replace(/^BASE=.*/m, `BASE=http://127.0.0.1:${port}`)
      .replace(/^TOKEN=.*/m, `TOKEN=${client?.token}`)
      .replace(/^DOMAIN=.*/m, `DOMAIN=${client?.domain}`);
    // One shell, as a reader's: variables such as the order's number keep their values.
    const script = [filled, ...calls].join('\nprintf "\\0"\n');
    const { stdout } = await run('sh', ['-ec', script]);
    const [, ...answers] = stdout.split('\0');
    expect(answers).toEqual([
      expect.stringMatching(/^\{"status":true,"total":47,/),
      expect.stringMatching(/^\{"success":true,"sku":"TW-GLS-06",/),
      expect.stringMatching(/^\{"success":true,"order_number":"WO-.*"status":"awaiting_payment"/),
      expect.stringMatching(/^\{"success":true,.*"store_order_id":"START-\d+"/),
      // Its shipment is of another order.
      expect.stringMatching(/^\{"success":false,"code":"(route|failure)_not_found",/),
      // Nothing of this order was shipped.
      expect.stringMatching(/^\{"success":false,"code":"not_returnable",/),
      expect.stringMatching(
        /^\{"success":true,"reset":true,"data":\[\{"id":1,.*"delivery_charge":/,
      ),
      expect.stringMatching(/^\{"success":true,"data":\[\{"success":true,"order_number":"WO-/),
      expect.stringMatching(/^HTTP\/1.1 200 OK[\s\S]*"sku":"TW-GLS-06"/),
    ]);
    await app.expectInvariants();
  });

  it('leaves the error codes to the page of errors', () => {
    const documented = documentedErrors(document).map(({ code }) => code);
    for (const code of documented) expect(rowsOf(code)).toEqual([]);
    const others = Object.keys(ERRORS).filter((code) => !documented.includes(code as never));
    for (const code of others) expect(textOf(page)).not.toContain(code);
  });

  it('has an error code in the document for each that an operation names', () => {
    const schema = document.components?.schemas?.ErrorDto as {
      properties: { code: { enum: string[] } };
    };
    expect(schema.properties.code.enum).toEqual(documentedErrors(document).map(({ code }) => code));
  });

  it('names every status and transition of an order, in words', () => {
    for (const status of ORDER_STATUSES) {
      expect(rowsOf(status)).toContainEqual(expect.not.stringContaining('→'));
    }
    for (const { from, to } of transitions()) {
      expect(rows()).toContainEqual(expect.stringContaining(`| ${from} → ${to}`));
    }
    for (const status of PAYMENT_STATUSES) expect(textOf(page)).toContain(` ${status} (`);
  });

  it('names every limit of an order', () => {
    const limits: Record<string, string> = {
      'customer.name': '1 to 120',
      'customer.phone': '1 to 20',
      'customer.email': 'up to 254',
      'shipping.address': '1 to 500',
      'shipping.city': '1 to 80',
      'shipping.state': '1 to 80',
      'shipping.pincode': '1 to 12',
      'shipping.country': 'up to 80',
      items: '1 to 100',
      'items[].sku': '1 to 64',
      'items[].quantity': '1 to 10,000',
      'items[].variation': 'up to 200',
      store_order_id: 'up to 64',
      notes: 'up to 1,000',
    };
    for (const [field, limit] of Object.entries(limits)) {
      expect(rowsOf(field)).toContainEqual(expect.stringMatching(new RegExp(`\\| ${limit}[ ,]`)));
    }
    expect(textOf(page)).toContain('at most 256 kB, 5,000 values and 16 levels');
    expect(textOf(page)).toContain('Idempotency-Key has 1 to 255 printable');
  });

  it('shows the settings of this deployment', () => {
    expect(textOf(page)).toContain('2,400 requests a minute');
    expect(textOf(page)).toContain('36,000 products every 15 minutes');
    expect(textOf(page)).toContain('300 orders a minute');
    expect(textOf(page)).toContain('unpaid for 36 h');
    expect(textOf(page)).toContain('JSON numbers in INR');
  });

  it('recommends poll intervals that stay within the rate limit', () => {
    expect(rowsOf('stock, and the list of products')).toEqual([expect.stringMatching(/\| 900/)]);
    for (const [status, { pollSeconds: seconds }] of Object.entries(STATUS_ROWS)) {
      expect(rows()).toContainEqual(
        expect.stringMatching(new RegExp(`^an order that is .*\\b${status}\\b.*\\| ${seconds}`)),
      );
    }
    expect(textOf(page)).toContain(
      '5,000 SKUs one by one every 900 seconds are 333 requests a minute of your 2,400.',
    );
  });

  it('shows how variations are matched, as orders match them', () => {
    expect(rowsOf('Indigo / M')).toEqual(['Indigo / M | Size:M|Colour:Indigo |']);
    expect(rowsOf('nothing')).toEqual(['nothing | 422 variation_required |']);
  });

  it('ends with the releases, the latest of which is the version of the document', () => {
    expect(document.info.version).toBe(CHANGELOG[0].version);
    for (const { version, changes } of CHANGELOG) {
      expect(textOf(page)).toContain(version);
      for (const change of changes) expect(textOf(page)).toContain(change);
    }
  });
});

describe('the pages of the documentation', () => {
  it('link to each other and need no external resources', async () => {
    const pages: Record<string, string> = {};
    for (const path of PAGES) {
      const { text, headers } = await request(app.server).get(path).expect(200);
      expect(headers['content-type']).toMatch('text/html');
      expect(text).toMatch(/<meta name="viewport"/);
      // Inline scripts and handlers would be refused by the Content-Security-Policy.
      expect(text).not.toMatch(/<script(?![^>]* src=)/);
      expect(text).not.toMatch(/ on\w+="/);
      const targets = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(
        ([, target = '']) => target,
      );
      expect(targets.length).toBeGreaterThan(5);
      for (const target of targets) {
        const url = new URL(target, `http://here.example${path}`);
        expect(url.host).toBe('here.example');
        const place = url.pathname + url.search;
        pages[place] ??= (await request(app.server).get(place).expect(200)).text;
        // Swagger UI makes its places itself.
        const isPlace = url.hash !== '' && !url.hash.startsWith('#/');
        if (isPlace) expect(pages[place]).toContain(` id="${url.hash.slice(1)}"`);
      }
    }
  });

  it('redirect from a path with a trailing slash', async () => {
    for (const path of PAGES) {
      const { headers } = await request(app.server).get(`${path}/`).expect(308);
      expect(new URL(headers.location ?? '', `http://here.example${path}/`).pathname).toBe(path);
    }
  });

  it('open Swagger UI at /docs directly', async () => {
    const { text } = await request(app.server).get('/docs').expect(200);
    expect(text).toContain('id="swagger-ui"');
    expect(text).toContain('href="./docs/start"');
    const { text: script } = await request(app.server).get('/docs/swagger-ui-init.js').expect(200);
    expect(script).toContain('/api/orders');
    expect(script).not.toContain('/admin/');
  });
});
