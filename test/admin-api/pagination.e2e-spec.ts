import request from 'supertest';
import { TestApp } from '../support/app.js';

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  required?: string[];
  properties?: Record<string, { type?: string | string[] }>;
}

/** Lists that are read as a whole: there are a handful of bank accounts, of series in a year, of shipments of high value, of stores, of other accounts, of second factors. */
const WHOLE = new Set([
  '/admin/bank-accounts',
  '/admin/document-series',
  '/admin/e-way-bills',
  '/admin/factors',
  '/admin/jobs',
  '/admin/order-losses',
  '/admin/other-accounts',
]);

const app = await TestApp.start();

/** Lists every GET whose data is an array, as the OpenAPI document describes it. A list that PUT replaces is read as a whole. */
const lists = async (): Promise<[string, Operation, Schema][]> => {
  const { body } = await request(app.server).get('/docs/admin-json').expect(200);
  const { paths } = body as { paths: Record<string, { get?: Operation; put?: Operation }> };
  return Object.entries(paths).flatMap(([path, { get, put }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    const isList =
      schema?.properties?.data?.type === 'array' && put === undefined && !WHOLE.has(path);
    return isList ? [[path, get!, schema] satisfies [string, Operation, Schema]] : [];
  });
};

it('the lists of the Admin API all accept limit and cursor, and return next_cursor', async () => {
  const found = await lists();
  expect(found.length).toBeGreaterThanOrEqual(6);
  for (const [path, { parameters = [] }, schema] of found) {
    const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    expect([path, names]).toEqual([path, expect.arrayContaining(['limit', 'cursor'])]);
    expect([path, schema.required]).toEqual([path, expect.arrayContaining(['next_cursor'])]);
    expect([path, schema.properties?.next_cursor?.type]).toEqual([path, ['string', 'null']]);
  }
});
