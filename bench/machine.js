import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 2_000;
const BUSY_CORES = 0.1;

/** The Node that runs the service and the limits. */
export const NODE = process.env.BENCH_NODE ?? process.execPath;

/** Reads the machine that figures are taken on. @throws Error if `wrk` is missing */
export function machine() {
  const cores = cpus();
  // It prints its version and ends with exit status 1.
  const { stdout, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  if (error) throw new Error('wrk is missing: install it, or put its folder on the PATH.');
  return {
    cores: cores.length,
    processor: cores[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: execFileSync(NODE, ['--version']).toString().trim().slice(1),
    wrk: stdout.split('\n')[0].replace(/ \[.*/, ''),
  };
}

/**
 * Measures for two seconds how much processor time other programs take.
 *
 * @returns {Promise<string | null>} the reason why figures would not be comparable now, or null
 */
export async function whyBusy() {
  const before = await processorTicks();
  await sleep(LOOK_MS);
  const after = await processorTicks();
  const cores = (cpus().length * (after.busy - before.busy)) / (after.all - before.all);
  if (cores <= BUSY_CORES) return null;
  return `Other programs keep ${cores.toFixed(1)} cores busy: the figures are printed only, not written.`;
}

/** Reads the time of all processors together since the machine started. */
async function processorTicks() {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, idle, waiting, ...interrupts] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  const busy = [user, nice, system, ...interrupts].reduce((sum, ticks) => sum + ticks, 0);
  return { busy, all: busy + idle + waiting };
}
