import { readdir } from 'node:fs/promises';
import { TestApp } from '../support/app.js';

// The contract holds whoever answers: every suite of the Store API once more, with every GET going through Express.
TestApp.hasFastLane = false;

const suites = await readdir(new URL('../store-api/', import.meta.url));
for (const suite of suites.filter((name) => !name.startsWith('fast-lane'))) {
  await import(`../store-api/${suite}`);
}
await import('../access/store-api.e2e-spec.js');
await import('../test-mode/test-mode.e2e-spec.js');
