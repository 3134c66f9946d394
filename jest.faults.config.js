import { native, run } from './jest.config.js';

/** Scenarios that a short run leaves out, each with the suite in which CI proves its rule. */
const PROVED_ELSEWHERE = {
  'booked-upgrade': 'test/couriers/booking-upkeep.e2e-spec.ts',
  changes: 'test/store-api/freshness.e2e-spec.ts',
  clocks: 'test/operation/clock.e2e-spec.ts',
  crowds: 'test/orders/placing/races.e2e-spec.ts',
  'database/database-outage': 'test/operation/database/outage.e2e-spec.ts',
  'database/migrations': 'test/operation/database/schema.e2e-spec.ts',
  'database/readers': 'test/operation/database/readers.e2e-spec.ts',
  'hot-row': 'test/orders/sql/place-orders.e2e-spec.ts',
  'killed-service': 'test/operation/start.e2e-spec.ts',
  'large-import': 'test/import-export/alongside-requests.e2e-spec.ts',
  'numbered-documents': 'test/tax/numbers.e2e-spec.ts',
  'rolling-restart': 'test/faults/rolling-upgrade.faults.ts',
};
export const leftOut = process.env.FAULTS === 'short' ? Object.entries(PROVED_ELSEWHERE) : [];

/** @type {import('jest').Config} */
export default {
  ...native,
  ...run,
  testMatch: [
    '<rootDir>/test/faults/**/*.faults.ts',
    ...leftOut.map(([name]) => `!**/faults/${name}.faults.ts`),
  ],
  globalSetup: '<rootDir>/test/faults/support/global-setup.js',
  globalTeardown: '<rootDir>/test/faults/support/global-teardown.js',
  testTimeout: 30 * 60_000,
  // One: their figures are times. A short run only finds what breaks.
  maxWorkers: process.env.FAULTS === 'short' ? 2 : 1,
};
