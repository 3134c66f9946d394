import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATOR, TestApp, UNLIMITED } from '../support/app.js';
import { expectNotKept } from '../support/documents/cache-headers.js';
import { builtDocument } from '../support/native/contract.js';
import { Wire } from '../support/documents/wire.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { givenClient } from '../support/shop/given.js';

/** A path parameter that exists in the database of this suite, so that more answers are successes. */
const KEYS: Record<string, string> = { id: '1', code: 'silver', order_number: 'WO-0000000000' };

const app = await TestApp.start(UNLIMITED);
app.allowRefusals();
const wire = new Wire(app);
const client = await givenClient(app);

describe('caches', () => {
  const cookieOf = ({ cookie }: TestBrowser) => ({ Cookie: cookie!, ...SAME_ORIGIN });

  it('keep no answer of any route of the documents', async () => {
    const member = await TestBrowser.ofMember(app, client);
    const owner = await TestBrowser.ofOperator(app);
    const asMember = cookieOf(member);
    const asOwner = cookieOf(owner);
    const documents = [
      [builtDocument<OpenAPIObject>('store-api.json'), [client.headers]],
      [builtDocument<OpenAPIObject>('admin-api.json'), [OPERATOR, asOwner]],
      [builtDocument<OpenAPIObject>('dashboard-api.json'), [asMember, asOwner]],
    ] as const;
    let successes = 0;
    for (const [{ paths }, callers] of documents) {
      for (const [template, item] of Object.entries(paths)) {
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) => KEYS[name] ?? 'any');
        // Reading comes first: deleting ends the sessions that the other callers use.
        for (const name of Object.keys(item).sort((one) => (one === 'get' ? -1 : 1))) {
          if (name === 'delete' && path.includes('session')) continue;
          const method = name.toUpperCase();
          for (const headers of callers) {
            const sent = {
              method,
              path,
              headers: { ...headers, 'Content-Type': 'application/json' },
            };
            const answer = await wire.send({ ...sent, body: method === 'GET' ? undefined : '{}' });
            expectNotKept(sent, answer);
            if (answer.status < 300) successes += 1;
          }
        }
      }
    }
    // Errors alone would prove little.
    expect(successes).toBeGreaterThan(80);
  });

  it('are emptied by the sign-out', async () => {
    const browser = await TestBrowser.ofMember(app, client);
    const { status, headers } = await browser.call('delete', 'session');
    expect([status, headers['clear-site-data'], headers['cache-control']]).toEqual([
      200,
      '"cache"',
      'no-store',
    ]);
  });
});
