// Compiles the service to dist/, copies the SQL files of its schema and the demo's catalog, which the compiler leaves behind, and
// bundles it.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';

const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
if (status === 0) {
  // A function whose file was deleted must not be applied.
  rmSync('dist/src/schema/functions', { recursive: true, force: true });
  cpSync('src/schema', 'dist/src/schema', {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || path.endsWith('.sql'),
  });
  cpSync('src/demo/demo-catalog.csv', 'dist/src/demo/demo-catalog.csv');
  await import('./bundle-service.js');
}
process.exitCode = status ?? 1;
