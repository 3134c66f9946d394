// Runs the Dockerfile's steps in a scratch folder, starts its CMD, runs its HEALTHCHECK, and asks for products, pages and a count of stock. This
// tests the steps and the release archive without a Docker engine, with this machine's programs. With --keep-build, this checkout keeps the build.
import { execSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Below the range that systems use for outgoing connections.
const PORT = String(randomInt(10_000, 30_000));
const scratch = mkdtempSync(join(tmpdir(), 'wso-docker-'));
// As in an image, where every user may enter the parent folders of the service.
chmodSync(scratch, 0o755);
const image = { env: { PATH: process.env.PATH, PORT }, cmd: [], healthcheck: [] };
/** A trial with the demo on this machine. */
const TRIAL = { DEMO_DATA: 'true', ALLOW_IN_PRODUCTION: 'demo,http,mail' };
const PAGES = ['/docs', '/docs/start', '/docs/admin', '/docs-json', '/llms.txt', '/dashboard'];
let [stage, workdir] = ['', '/'];

/** The paths that .dockerignore lets into the image. */
const inContext = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

const inStage = (path) => join(scratch, stage, path.startsWith('/') ? path : join(workdir, path));

const steps = {
  FROM: (rest) => {
    stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'final';
    mkdirSync(join(scratch, stage), { recursive: true });
  },
  WORKDIR: (rest) => {
    workdir = rest;
    mkdirSync(inStage('.'), { recursive: true });
  },
  COPY: (rest) => {
    const from = /^--from=(\w+) /.exec(rest)?.[1];
    const words = rest.replace(/^--from=\w+ /, '').split(' ');
    const target = words.at(-1);
    for (const source of words.slice(0, -1)) {
      if (from === undefined && !inContext.includes(source)) {
        throw new Error(`.dockerignore excludes ${source}, which the Dockerfile copies`);
      }
      const origin = from === undefined ? source : join(scratch, from, source);
      // Of a folder, the content is copied.
      const isIntoFolder = target.endsWith('/') && !statSync(origin).isDirectory();
      cpSync(origin, inStage(isIntoFolder ? join(target, basename(source)) : target), {
        recursive: true,
        verbatimSymlinks: true,
        // Made by the build.
        filter: (path) => from !== undefined || !path.endsWith('/generated'),
      });
    }
  },
  // A folder in the image's root becomes a folder of the stage. There are no other users to change the owner to.
  RUN: (rest) => {
    // CI has just installed the same packages with the same command, which takes a minute of a processor. Links need a second, copies twenty.
    const installed = resolve('node_modules');
    const command =
      rest === 'npm ci' && process.env.CI
        ? `cp -al ${installed} . 2>/dev/null || cp -a ${installed} .`
        : rest;
    execSync(command.replaceAll(' /data', ` ${inStage('/data')}`).replace(/ && chown .*/, ''), {
      cwd: inStage('.'),
      stdio: 'inherit',
    });
  },
  ENV: (rest) => {
    for (const pair of rest.split(' ')) {
      const [name, value] = pair.split('=');
      image.env[name] = value.startsWith('/') ? inStage(value) : value;
    }
  },
  CMD: (rest) => (image.cmd = JSON.parse(rest)),
  HEALTHCHECK: (rest) => (image.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(rest)[1])),
  USER: () => undefined,
  VOLUME: () => undefined,
  EXPOSE: () => undefined,
};

try {
  const lines = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', '').split('\n');
  for (const line of lines.filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    const [, instruction, rest] = /^(\w+) +(.*)$/.exec(line);
    process.stdout.write(`${instruction} ${rest}\n`);
    steps[instruction](rest.trim());
  }
  if (process.argv.includes('--keep-build')) {
    // The times of files say what is up to date.
    const built = 'dist web/src/api/generated clients/typescript/src/generated';
    const copy = `rm -r dist/release dist/*.tgz && cp -a --parents ${built} ${resolve('.')}`;
    execSync(copy, { cwd: join(scratch, 'build/app') });
  }
  await startAndAsk();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function startAndAsk() {
  const [program, ...args] = image.cmd;
  const env = { ...image.env, ...TRIAL };
  const service = spawn(program, args, { cwd: inStage('.'), env, stdio: 'inherit' });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    for (let tries = 0; !isHealthy(); tries += 1) {
      if (tries === 120 || service.exitCode !== null)
        throw new Error('the service did not become healthy');
      await sleep(1_000);
    }
    await expectAnswers();
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
  if (service.exitCode !== 0) throw new Error(`exited with ${service.exitCode} on SIGTERM`);
  process.stdout.write('The Dockerfile works: its service is healthy, answers and exits.\n');
}

async function expectAnswers() {
  const demo = JSON.parse(readFileSync(join(image.env.DATA_DIR, 'demo.json'), 'utf8'));
  const [{ token, domain }] = demo.clients;
  const operator = { Authorization: `Bearer ${demo.admin_token}`, 'Content-Type': 'text/csv' };
  const body = 'sku,variation,counted,last_movement\nNO-SUCH,,1,0\n';
  const calls = {
    '/api/products': { headers: { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain } },
    '/admin/stock/count?dry_run=true': { method: 'POST', headers: operator, body },
  };
  for (const path of [...PAGES, ...Object.keys(calls)]) {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, calls[path]);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}

function isHealthy() {
  const [program, ...args] = image.healthcheck;
  return spawnSync(program, args, { env: image.env }).status === 0;
}
