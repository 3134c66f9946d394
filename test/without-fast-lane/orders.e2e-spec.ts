import { TestApp } from '../support/app.js';

// As for the Store API: the suites of orders that place, quote or list them or ask for their status, and bad input of every kind.
TestApp.env.FAST_LANE = 'false';
// A worker runs other suites afterwards.
afterAll(() => delete TestApp.env.FAST_LANE);

await import('../orders/placing/placing.e2e-spec.js');
await import('../orders/items.e2e-spec.js');
await import('../orders/quote.e2e-spec.js');
await import('../orders/idempotency.e2e-spec.js');
await import('../orders/status.e2e-spec.js');
await import('../orders/list.e2e-spec.js');
await import('../orders/malformed-bodies.e2e-spec.js');
await import('../orders/bad-fields.e2e-spec.js');
