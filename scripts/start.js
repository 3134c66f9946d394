// Builds what is out of date and starts the service, in one process, so that signals reach it. `npm start` replaces the shell with it where
// the shell has `exec`; the shell of Windows lacks it and runs the command after `||`.
await import('./build-if-needed.js');
if (process.exitCode) process.exit();
await import('../dist/service/main.js');
