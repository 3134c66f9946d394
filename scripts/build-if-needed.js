// Builds what is older than its sources. Named parts are built alone, with what they need:
//   node scripts/build-if-needed.js [--always] [part …]
import { buildParts } from './build/parts.js';

const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== '--always');
const isBuilt = await buildParts(names.length > 0 ? names : undefined, args.includes('--always'));
if (!isBuilt) process.exitCode = 1;
