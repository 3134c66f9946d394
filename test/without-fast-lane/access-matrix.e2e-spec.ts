import { TestApp } from '../support/app.js';

// The access matrix of the polled routes once more; the other routes always go through Express.
TestApp.hasFastLane = false;

await import('../access/matrix.e2e-spec.js');
