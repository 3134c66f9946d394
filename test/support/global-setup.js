import build from './native/global-build.js';

/** Builds what is out of date, and opens the databases of a run. */
export default async function setUp() {
  build();
  const { openTestDatabases } = await import('./test-databases.js');
  await openTestDatabases();
}
