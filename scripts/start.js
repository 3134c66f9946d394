// Builds the service if it is out of date and starts it, in one process, so that signals reach it. `npm start` replaces the shell with it where
// the shell has `exec`; the shell of Windows lacks it and runs the command after `||`. The pages, the documentation and the downloads take
// longer to build than all of that: they follow while the service answers.
import { spawn } from 'node:child_process';
import { buildParts } from './build/parts.js';

if (!(await buildParts(['service']))) process.exit(1);
await import('../dist/service/main.js');
const rest = spawn(process.execPath, ['scripts/build-if-needed.js'], { stdio: 'inherit' });
rest.unref();
process.once('exit', () => rest.kill());
