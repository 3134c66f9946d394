import request from 'supertest';
import type { TestApp } from '../app.js';

/** Lists the path of each document: pages in both forms, OpenAPI documents, and the downloads that are texts. */
export async function documents({ server }: TestApp): Promise<string[]> {
  const { text } = await request(server).get('/docs/downloads').expect(200);
  const files = [...text.matchAll(/href="\.\.(\/docs\/downloads\/[^"]+\.(?:json|py|php))"/g)];
  const guide = ['start', 'orders', 'updates', 'retries', 'releases'];
  const pages = [...guide, 'reference', 'errors', 'downloads', 'mirror'].map(
    (name) => `/docs/${name}`,
  );
  return [
    ...pages,
    ...pages.map((page) => `${page}.md`),
    ...['/llms.txt', '/llms-full.txt', '/docs-json', '/docs/admin-json', '/docs/dashboard-json'],
    ...files.map(([, file = '']) => file),
  ];
}

/** Addresses that are not this service's: other services in examples, a store's own, and names that only look like addresses. */
export const OTHERS =
  /^https?:\/\/(?:(?:images|track)\.example\.com|www\.w3\.org|schema\.getpostman\.com|shop\.example|shop:8080|localhost:(?:8080)?)$/;

/** The pages whose links and examples need no address; their Markdown has one. */
export const WITHOUT_ADDRESS = ['/docs/orders', '/docs/retries', '/docs/releases', '/docs/errors'];
