#!/usr/bin/env node
// Stands in for systemctl where no systemd runs: starts and stops the program of wholesaler@.service as the unit says. UNIT is its file, ETC the
// folder of settings, RUN one for process ids and data.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { UNIT = '', ETC = '', RUN = '', APP = '', PATH, NODE_COMPILE_CACHE } = process.env;
const [action, ...rest] = process.argv.slice(2);

for (const unit of rest.filter((word) => word.startsWith('wholesaler@'))) {
  const name = unit.slice('wholesaler@'.length);
  const pidFile = join(RUN, `${name}.pid`);
  if (action !== 'start' && action !== 'enable') await stop(Number(readFileSync(pidFile, 'utf8')));
  if (action !== 'stop' && action !== 'disable') writeFileSync(pidFile, String(start(name)));
}

function start(name) {
  const data = join(RUN, name);
  mkdirSync(data, { recursive: true });
  const lines = readFileSync(UNIT, 'utf8').replaceAll('%i', name).split('\n');
  const values = (key) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const files = values('EnvironmentFile').map((file) =>
    readFileSync(file.replace('/etc/wholesalers', ETC), 'utf8'),
  );
  const settings = [...values('Environment').join(' ').split(' '), ...files.join('\n').split('\n')];
  const env = Object.fromEntries(
    settings
      .filter(Boolean)
      .map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
  );
  const [, ...args] = values('ExecStart')[0].split(' ');
  const log = openSync(join(RUN, `${name}.log`), 'a');
  const child = spawn(process.execPath, args, {
    cwd: APP,
    env: { PATH, NODE_COMPILE_CACHE, ...env, DATA_DIR: data },
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  return child.pid;
}

async function stop(pid) {
  try {
    for (process.kill(pid, 'SIGTERM'); ; await sleep(20)) process.kill(pid, 0);
  } catch {
    // It has ended.
  }
}
