import request from 'supertest';
import { EXAMPLE_URL } from '../../src/platform/http/openapi/example-url.js';
import { TestApp } from '../support/app.js';
import { withCheck } from '../support/call.js';
import { DOCUMENTS, builtDocument } from '../support/native/contract.js';

interface Document {
  paths: Record<string, Record<string, { operationId?: string; parameters?: unknown[] }>>;
}

const app = await TestApp.start();

// Generated clients name their methods after these ids, so a renamed class must not change them.
describe('the operation ids of the OpenAPI documents', () => {
  const idsOf = async (path: string): Promise<string[]> => {
    const { body } = await request(app.server).get(path).expect(200);
    return Object.values((body as Document).paths)
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId ?? 'missing');
  };

  it.each(Object.entries(DOCUMENTS))(
    'are those of %s and of dist/openapi/%s',
    async (path, file) => {
      const { text } = await request(app.server).get(path).expect(200);
      const built = JSON.stringify(builtDocument(file));
      expect(JSON.parse(text)).toEqual(JSON.parse(built.replaceAll(EXAMPLE_URL, app.baseUrl)));
    },
  );

  it.each(Object.keys(DOCUMENTS))('are unique and lowerCamelCase in %s', async (path) => {
    const ids = await idsOf(path);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      expect(id).not.toContain('Controller');
    }
  });

  it('are fixed in the Store API', async () => {
    const ids = `answerFailedDelivery cancelOrder changeShipping correctOrder getDocumentPdf getMe getOrder getOrderStatus getProduct getProductStock
      getServiceability getWallet listChanges listOrderDocuments listOrders listProducts listStock placeOrder quoteOrder
      reconcileOrders requestReturn setReturnTracking withdrawReturn`;
    expect((await idsOf('/docs-json')).sort()).toEqual(ids.split(/\s+/));
  });

  it('have an entity tag and 304 for GETs only', () => {
    const { paths } = builtDocument<{
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    }>('store-api.json');
    const tagged = Object.values(paths)
      .flatMap((item) => Object.entries(item))
      .filter(([, { responses }]) => /"ETag"|"304"/.test(JSON.stringify(responses)))
      .map(([method, { operationId }]) => `${method} ${operationId}`);
    expect(tagged).toContain('get getOrder');
    expect(tagged.filter((name) => !name.startsWith('get '))).toEqual([]);
  });

  it.each(Object.values(DOCUMENTS))('have a 404 in %s where a path names something', (file) => {
    const { paths } = builtDocument<Record<'paths', Record<string, object>>>(file);
    const naming = Object.entries(paths).filter(([path]) => path.includes('{'));
    const without = naming.flatMap(([path, item]) =>
      Object.entries(item as Record<string, { responses: object }>)
        .filter(([, { responses }]) => !('404' in responses))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
  });

  // Importers that read one security scheme only, as Postman's, would omit the header otherwise.
  it('have X-Client-Domain as a declared header, which Swagger UI fills in by Authorize', async () => {
    const { body } = await request(app.server).get('/docs-json').expect(200);
    const { openapi, paths } = body as Document & { openapi: string };
    expect(openapi).toBe('3.1.0');
    for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ name: 'X-Client-Domain', in: 'header', required: false }),
      );
    }
    const { text } = await request(app.server).get('/docs/swagger-ui-init.js').expect(200);
    expect(text.split('"X-Client-Domain"')).toHaveLength(2);
  });
});

it('a check of an answer fails, also by an error of V8', async () => {
  const checked = withCheck(request(app.server).get('/docs-json'), ({ body }) => {
    expect((body as { nothing: { here: 1 } }).nothing.here).toBe(1);
  });
  await expect(checked).rejects.toThrow();
  const plain = request(app.server)
    .get('/docs-json')
    .expect(({ body }) => {
      expect((body as { nothing: { here: 1 } }).nothing.here).toBe(1);
    });
  await expect(plain).rejects.toThrow();
});

it('an answer that no document describes fails with the line of its call', async () => {
  const { stack } = await app.call('get', '/docs/start').then(
    () => new Error('nothing failed'),
    (error: Error) => error,
  );
  expect(stack).toMatch(/^Error: get \/docs\/start 200: [^]*operation-ids\.e2e-spec\.ts:\d+/);
});
