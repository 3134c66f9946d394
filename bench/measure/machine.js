import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { nodeProgram } from '../shop/tools.js';

/** Reads the machine that figures are taken on. */
export function machine() {
  const cores = cpus();
  return {
    cores: cores.length,
    processor: cores[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: execFileSync(nodeProgram(), ['--version']).toString().trim().slice(1),
  };
}
