// Preloaded into a process (--import), which lists at its end the CommonJS files that it loaded one by one.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);
process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(Object.keys(cache))));
