import { readdirSync } from 'node:fs';
import { inTurn } from './test/support/native/gate.js';
import { LIMIT_MS } from './test/support/native/limits.js';

/** Compiles for Jest; with `isLoaded`, suites get the service that their worker has loaded. */
const transformed = (isLoaded) => ({
  '\\.ts$': ['<rootDir>/test/support/native/native-transformer.js', { isLoaded }],
});
const shared = {
  testEnvironment: '<rootDir>/test/support/native/native-environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'] },
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // CI prints the time of every suite.
  slowTestThreshold: process.env.CI ? 0 : 5,
};
/** Settings of suites whose modules are evaluated for each of them. */
export const apart = { ...shared, transform: transformed(false) };
/** Settings of suites that share what their worker has loaded, also those of jest.faults.config.js. */
export const native = {
  ...shared,
  resolver: '<rootDir>/test/support/native/package-resolver.js',
  transform: transformed(true),
};

/** Options that Jest knows for a run as a whole only. */
export const run = {
  reporters: [
    'default',
    ...(process.env.CI ? ['<rootDir>/test/support/no-skips-reporter.js'] : []),
    ...(process.env.RED_SUITES ? ['<rootDir>/test/support/native/red-suites-reporter.js'] : []),
  ],
  testTimeout: LIMIT_MS,
  // Three on two cores: suites wait for databases, browsers and processes for a third of their time. The options of Node.js in the
  // scripts of package.json let each collect garbage seldom and on its own thread, which takes a sixth less processor time.
  maxWorkers: 3,
  // Tests marked `concurrent`, which wait for other processes.
  maxConcurrency: 3,
  workerIdleMemoryLimit: '1500MB',
  // To free half a gigabyte takes longer than Jest's half second on a busy machine, which it would report as a worker that does not end.
  workerGracefulExitTimeout: 10_000,
};

const service = {
  ...native,
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};
/**
 * Suites that need other programs than Node.js, or that run the service, its command line or its packages as programs of their
 * own. They are run by `npm run test:programs`.
 * - the programs are Chromium, Python, mypy, PHP, Redis, nginx, HAProxy, PgBouncer, MariaDB, curl, and readers of PDFs
 */
const PROGRAMS = [
  'src/platform/gst/gstin-library.spec.ts',
  'test/docs/kit/**/*-spec.ts',
  'test/operation/*-spec.ts',
  ...[
    'access/rate-limits',
    'couriers/{labels,packing,pick-ups}',
    'dashboard/mails',
    'deploy',
    'deploy-{ha,proxies}',
    'deploy-wholesalers',
    'docs/{markdown,reference-page,start-page}',
    'money/books/journal-export',
    'operation/database/{durability,poolers,tls}',
    'tax/{credit-notes,document-files,tally,warehouse-papers}',
    'tax/rendering/{document-pdf,pdf-letters,slips}',
  ].map((name) => `test/${name}.e2e-spec.ts`),
];
/** Suites that declare answers of their own: `String` and `Number` of a suite are not those of what its worker has loaded. */
const DECLARE_TYPES = [
  'src/platform/http/response-dto/response-dto.spec.ts',
  'src/platform/table-export/table-export.spec.ts',
];
/** Stories of people on the dashboard's pages. The gate runs a third of them, unless a page has changed; it always checks the pages themselves. */
const stories = readdirSync(new URL('test/browser', import.meta.url), { recursive: true })
  .filter((name) => name.endsWith('-spec.ts') && name !== 'pages.e2e-spec.ts')
  .sort()
  .map((name) => `test/browser/${name}`);
const BROWSER = [
  'test/browser/pages.e2e-spec.ts',
  ...(process.env.GATE_PAGES === 'all' ? stories : inTurn(stories, 3)),
];
const without = (patterns) => patterns.map((pattern) => `!**/${pattern}`);

/** @type {import('jest').Config} */
export default {
  ...run,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    // Needs no database.
    {
      ...native,
      displayName: 'unit',
      globalSetup: '<rootDir>/test/support/native/global-build.js',
      testMatch: ['<rootDir>/{src,test}/**/*.spec.ts', ...without([...PROGRAMS, ...DECLARE_TYPES])],
    },
    {
      ...service,
      displayName: 'service',
      testMatch: [
        '<rootDir>/test/**/*-spec.ts',
        ...without([...PROGRAMS, 'test/browser/**/*-spec.ts']),
      ],
    },
    {
      ...service,
      displayName: 'programs',
      testMatch: [...PROGRAMS, ...BROWSER].map((pattern) => `<rootDir>/${pattern}`),
    },
    {
      ...apart,
      displayName: 'declared types',
      testMatch: DECLARE_TYPES.map((pattern) => `<rootDir>/${pattern}`),
    },
  ],
};
