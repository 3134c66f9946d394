// Runs scripts of package.json, two at a time, and prints what each says when it has ended:
//   node scripts/side-by-side.js [--live] name …
// With --live, they print directly, and the end of one ends the others.
import { spawn } from 'node:child_process';

const names = process.argv.slice(2).filter((name) => name !== '--live');
const isLive = process.argv.includes('--live');
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endAll(1));
start();
start();

function start() {
  const name = names.shift();
  if (name === undefined) return;
  const startedAt = performance.now();
  const stdio = isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn('npm', ['run', name], { stdio });
  running.add(child);
  const said = [];
  child.stdout?.on('data', (chunk) => said.push(chunk));
  child.stderr?.on('data', (chunk) => said.push(chunk));
  child.once('close', (code, signal) => {
    running.delete(child);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const end = `exited with code ${code ?? signal} after ${seconds} s\n`;
    process.stdout.write(`${Buffer.concat(said)}${end}`.replace(/^/gm, `[${name}] `) + '\n');
    if (code !== 0) process.exitCode = 1;
    if (isLive) endAll(code);
    start();
  });
}

function endAll(code) {
  process.exitCode = code;
  names.length = 0;
  // npm passes the signal on.
  for (const child of running) child.kill();
}
