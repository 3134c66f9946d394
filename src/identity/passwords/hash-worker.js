// Hashes and verifies passwords in a thread of low priority, one at a time. Plain JavaScript: tests run the sources, and a worker thread
// cannot load TypeScript.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id; 19 MiB in KiB. */
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** A thread with this nice value has a tenth of the weight of others. It gets what they leave, but always something. */
const PRIORITY = 10;

// On Linux, 0 is the calling thread. Elsewhere it is the process.
if (process.platform === 'linux') setPriority(0, PRIORITY);

/** The hash of no one's password. It is verified when there is no account, so that both cases take the same time. */
const decoy = hashSync('', ARGON2);

parentPort.on('message', ({ kind, password, stored }) => {
  parentPort.postMessage(kind === 'hash' ? hashSync(password, ARGON2) : verify(stored, password));
});

function verify(stored, password) {
  const isRight = verifySync(stored ?? decoy, password);
  return stored !== null && isRight;
}
