import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAll, type Collection } from './postman.js';
import { givenDemoSuite } from '../../support/shop/demo.js';
import { run, scratchFolder } from '../../support/processes/run.js';

const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';

const { app, demo } = await givenDemoSuite();
const folder = await scratchFolder();
const client = demo.clients[0]!;

const downloaded = async (name: string): Promise<string> => {
  const response = await fetch(`${app.baseUrl}/docs/downloads/${name}`);
  await writeFile(join(folder, name), await response.text());
  return join(folder, name);
};

it('the workflows run, and every answer is as the document says', async () => {
  const workflows = await downloaded('store-api.arazzo.yaml');
  const report = join(folder, 'respect.json');
  const inputs = [`token=${client.test_token}`, `domain=${client.domain}`, 'sku=TW-GLS-06'];
  const args = [...inputs, 'store_order_id=WORKFLOW-1'].flatMap((input) => ['--input', input]);
  const command = [REDOCLY, 'respect', workflows, '--json-output', report, ...args];
  await run(process.execPath, command, { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
  const { files } = JSON.parse(await readFile(report, 'utf8')) as {
    files: Record<string, { executedWorkflows: { workflowId: string; status: string }[] }>;
  };
  const made = files[workflows]!.executedWorkflows.map((one) => `${one.workflowId}: ${one.status}`);
  expect(made).toEqual([
    'show-a-product: success',
    'keep-a-copy: success',
    'place-an-order: success',
    'cancel-an-order: success',
    'compare-orders: success',
  ]);
});

const text = await readFile(await downloaded('store-api.postman_collection.json'), 'utf8');
const collection = JSON.parse(text) as Collection;

describe('the Postman collection', () => {
  const { token, domain } = client;

  it('asserts the answer of every call in every run', async () => {
    // Each run places an order with ids of its own.
    for (let round = 0; round < 2; round += 1) {
      const sent = await sendAll(collection, { base_url: app.baseUrl, token, domain });
      expect(sent.map(({ answer }) => answer)).toEqual([
        '200 GET /api/me',
        '200 GET /api/wallet',
        '200 GET /api/changes',
        '200 GET /api/products',
        '200 GET /api/products/TW-GLS-06',
        '200 GET /api/products/TW-GLS-06/stock',
        '200 GET /api/stock',
        '404 GET /api/documents/0/pdf',
        '201 POST /api/orders',
        '200 GET /api/orders',
        '200 POST /api/orders/quote',
        '200 POST /api/orders/reconcile',
        expect.stringMatching(/^200 PATCH \/api\/orders\/WO-\w+$/),
        expect.stringMatching(/^200 GET \/api\/orders\/WO-\w+$/),
        expect.stringMatching(/^200 GET \/api\/orders\/WO-\w+\/documents$/),
        expect.stringMatching(/^409 POST \/api\/orders\/WO-\w+\/returns$/),
        expect.stringMatching(/^404 PATCH \/api\/orders\/WO-\w+\/returns\/1$/),
        expect.stringMatching(/^404 POST \/api\/orders\/WO-\w+\/returns\/1\/withdraw$/),
        expect.stringMatching(/^404 POST \/api\/orders\/WO-\w+\/shipments\/1\/answer$/),
        expect.stringMatching(/^200 PATCH \/api\/orders\/WO-\w+\/shipping$/),
        expect.stringMatching(/^200 GET \/api\/orders\/WO-\w+\/status$/),
        '200 GET /api/serviceability',
        expect.stringMatching(/^200 POST \/api\/orders\/WO-\w+\/cancel$/),
      ]);
      for (const { call, tests } of sent) {
        expect([call, tests.length]).not.toEqual([call, 0]);
        expect(tests.filter(({ error }) => error !== undefined)).toEqual([]);
      }
    }
  });

  it('contains no fixed order id in requests and examples', () => {
    const requests: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'request' || key === 'originalRequest') requests.push(JSON.stringify(value));
      return value;
    });
    expect(requests.length).toBeGreaterThan(50);
    expect(requests.filter((request) => request.includes('SHOP-1001'))).toEqual([]);
  });

  it('fails with a wrong domain', async () => {
    const [first] = await sendAll(collection, {
      base_url: app.baseUrl,
      token,
      domain: 'someone-else.example',
    });
    expect(first!.tests.map(({ error }) => error === undefined)).toContain(false);
  });
});
