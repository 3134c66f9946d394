import { cpus, totalmem } from 'node:os';

/** What the figures were taken on. */
export function machine() {
  const cores = cpus();
  return {
    cores: cores.length,
    processor: cores[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
  };
}
