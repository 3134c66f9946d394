// Compiles and starts the service. `npm run dev` runs it again whenever a file of src changes.
await import('./build/compile.js');
await import('../dist/src/main.js');
