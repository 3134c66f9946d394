import { TestApp } from '../support/app.js';

// The contract holds with and without the fast lane: its suites again, with every GET through Express. Left out are those of
// the feed's own parts and of /api/me, which see no lane either way.
TestApp.env.FAST_LANE = 'false';
// A worker runs other suites afterwards.
afterAll(() => delete TestApp.env.FAST_LANE);

await import('../store-api/changes.e2e-spec.js');
await import('../store-api/malformed-requests.e2e-spec.js');
await import('../store-api/poll-interval.e2e-spec.js');
await import('../store-api/products-query.e2e-spec.js');
await import('../store-api/products.e2e-spec.js');
await import('../store-api/stock-list.e2e-spec.js');
await import('../access/store-api.e2e-spec.js');
await import('../test-mode/tokens.e2e-spec.js');
await import('../test-mode/catalog.e2e-spec.js');
await import('../test-mode/orders.e2e-spec.js');
