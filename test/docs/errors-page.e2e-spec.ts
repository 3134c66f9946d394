import { jest } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { documentedErrors } from '../../src/start/docs/documented-errors.js';
import { CatalogService } from '../../src/catalog/catalog.service.js';
import { ProductLists } from '../../src/catalog/listing/product-lists.js';
import { AppError, ERRORS, type ErrorCode } from '../../src/platform/http/errors.js';
import {
  Representation,
  representationOf,
} from '../../src/platform/http/representation/representation.js';
import { ERROR_GUIDE } from '../../web/docs/build/error-guide.js';
import { OPERATOR, TestApp } from '../support/app.js';
import { rowsIn } from '../support/documents/html.js';
import { givenClient, givenProduct, orderBody } from '../support/shop/given.js';

const FAULTY_ORDER = {
  customer: { name: 7, phone: 'none', email: 'none' },
  shipping: { address: '\u0007', city: 'c'.repeat(81), pincode: '0' },
  items: [{ sku: 'A', quantity: 1.5 }, { sku: 'A', quantity: 0 }, 'A'],
  store_order_id: '..',
};
const app = await TestApp.start();
const client = await givenClient(app);
const page = (await request(app.server).get('/docs/errors').expect(200)).text;
const { body } = await request(app.server).get('/docs-json');
const documented = documentedErrors(body as OpenAPIObject).map(({ code }) => code);

/** Reads the target of the Link header of an answer. */
const helpOf = ({ headers }: { headers: Record<string, string> }): string | undefined =>
  /^<([^>]+)>; rel="help"$/.exec(headers.link ?? '')?.[1];

describe('the page of error codes', () => {
  it('explains exactly the codes of the Store API: their status and text, when they happen and what to do', () => {
    const rows = rowsIn(page);
    expect(documented.length).toBeGreaterThan(20);
    for (const code of documented) {
      expect(page).toContain(` id="${code}"`);
      const { status, message } = ERRORS[code];
      const listed = rows.filter((row) => row.startsWith(`${code} |`));
      expect(listed).toEqual([expect.stringContaining(`| ${status} | ${message}`)]);
      expect([code, ERROR_GUIDE[code]]).toEqual([
        code,
        { happens: expect.any(String), todo: expect.any(String) },
      ]);
    }
    const others = Object.keys(ERRORS).filter((code) => !documented.includes(code as ErrorCode));
    expect(others).toContain('plan_exists');
    for (const code of others) expect(page).not.toContain(` id="${code}"`);
  });

  it('explains each field code of orders and lists', async () => {
    const order = await app.post('/api/orders', client.headers, FAULTY_ORDER).expect(422);
    const headers = { ...client.headers, 'Idempotency-Key': 'é' };
    const key = await app
      .post('/api/orders', headers, orderBody({ sku: 'A', quantity: 1 }))
      .expect(422);
    const query = 'limit=0&in_stock=x&updated_since=x&cursor=-';
    const list = await app.get(`/api/products?${query}`, client.headers).expect(422);
    const cursor = await app.get('/api/changes?since=-', client.headers).expect(422);
    const codes = [order, key, list, cursor].flatMap(({ body }) =>
      (body as { errors: { code: string }[] }).errors.map((error) => error.code),
    );
    expect(new Set(codes).size).toBeGreaterThan(10);
    for (const code of codes) expect(page).toContain(` id="${code}"`);
  });
});

describe('the header Link of an error', () => {
  it('links to the explanation of its code', async () => {
    const { sku } = await givenProduct(app);
    const order = orderBody({ sku, quantity: 1 });
    const { Authorization } = client.headers;
    const answers = [
      await app.get('/api/products', {}).expect(401),
      await app.get('/api/products', { Authorization }).expect(403),
      await app.get('/api/products/NONE', client.headers).expect(404),
      await app.get('/api/nowhere', client.headers).expect(404),
      await app.get('/api/products?limit=0', client.headers).expect(422),
      await app.post('/api/orders', client.headers, { ...order, items: [] }).expect(422),
      await app.sendRaw('post', '/api/orders', client.headers, '{').expect(400),
    ];
    for (const answer of answers) {
      const { code } = answer.body as { code: string };
      expect(helpOf(answer)).toBe(`/docs/errors#${code}`);
      expect(page).toContain(` id="${code}"`);
    }
  });

  it('is the only link if a list fails after its next page was known', async () => {
    jest
      .spyOn(CatalogService.prototype, 'searchProducts')
      .mockResolvedValueOnce({ rows: [], total: 1, nextCursor: 'Mg' });
    const { hash, content } = representationOf({});
    const gzip = (): Promise<never> => Promise.reject(new AppError('unavailable'));
    jest
      .spyOn(ProductLists.prototype, 'page')
      .mockResolvedValueOnce(new Representation(hash, content, gzip));
    const path = '/api/products?limit=1';
    const { headers } = await app
      .get(path, client.headers)
      .set('Accept-Encoding', 'gzip')
      .expect(503);
    expect(headers.link).toBe('</docs/errors#unavailable>; rel="help"');
    expect(headers).not.toHaveProperty('etag');
  });

  it('is not sent by the other APIs, whose codes are not on the page', async () => {
    const missing = await request(app.server).get('/admin/clients/99').set(OPERATOR).expect(404);
    const signedOut = await request(app.server).get('/dashboard/api/session').expect(401);
    expect([missing.headers.link, signedOut.headers.link]).toEqual([undefined, undefined]);
  });
});
