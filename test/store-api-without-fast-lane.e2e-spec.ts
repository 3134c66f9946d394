import { TestApp } from './support/app.js';

// The contract holds whoever answers: the same stories once more, with every GET going through Express and Nest.
TestApp.hasFastLane = false;

await import('./store-api-access.e2e-spec.js');
await import('./store-api-catalog.e2e-spec.js');
await import('./store-api-orders.e2e-spec.js');
await import('./test-mode.e2e-spec.js');
