// Builds what is out of date and starts the service, in one process: signals reach it under npm and every shell, on Windows, too.
await import('./build-if-needed.js');
if (process.exitCode) process.exit();
await import('../dist/src/main.js');
