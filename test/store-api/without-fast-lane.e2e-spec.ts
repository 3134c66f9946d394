import { TestApp } from '../support/app.js';

// The contract holds whoever answers: the same stories once more, with every GET going through Express and Nest.
TestApp.hasFastLane = false;

await import('../access/store-api.e2e-spec.js');
await import('./products.e2e-spec.js');
await import('../orders/placing.e2e-spec.js');
await import('../test-mode/test-mode.e2e-spec.js');
