import { execFileSync } from 'node:child_process';

/** Builds what is out of date, and opens the databases of a run. */
export default async function setUp() {
  execFileSync(process.execPath, ['scripts/build-if-needed.js'], { stdio: 'inherit' });
  const { openTestDatabases } = await import('./test-databases.js');
  await openTestDatabases();
}
