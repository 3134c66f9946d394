import { readdir } from 'node:fs/promises';
import { TestApp } from '../support/app.js';

// The contract holds with and without the fast lane: every suite of the Store API again, with every GET through Express.
TestApp.hasFastLane = false;

const suites = await readdir(new URL('../store-api/', import.meta.url));
for (const suite of suites.filter((name) => !name.startsWith('fast-lane'))) {
  await import(`../store-api/${suite}`);
}
await import('../access/store-api.e2e-spec.js');
await import('../test-mode/tokens.e2e-spec.js');
await import('../test-mode/catalog.e2e-spec.js');
await import('../test-mode/orders.e2e-spec.js');
