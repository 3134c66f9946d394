import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Account } from './os-user.js';

/** Exit code or signal of a supervised program. */
export interface Ending {
  readonly code: number | null;
  /** The last line of its output that explains its end. */
  readonly lastLine: string;
}

/** A program that ends (fast shutdown) on request, or when this process is gone. */
export interface SupervisedProcess {
  readonly ended: Promise<Ending>;
  end(): void;
}

interface SuperviseOptions {
  readonly account?: Account | undefined;
  readonly env?: Record<string, string>;
  /** A folder to remove once the program has ended. */
  readonly scratch?: string;
}

// Standard input is a pipe that closes when end() is called or when this process dies, however it
// dies. SIGINT means a fast shutdown, but sh starts background jobs with SIGINT ignored: SIGTERM is for
// a program that has not set handlers of its own yet. The supervisor itself ignores what a closing
// terminal or systemd send to all processes: when the database goes is up to this process.
const SUPERVISOR = `
exec 3<&0 </dev/null
"$0" "$@" 3<&- & program=$!
exec 2>/dev/null
trap '' HUP INT TERM
{ read -r _; kill -TERM $program; kill -INT $program; } <&3 & watch=$!
wait $program; code=$?
kill -KILL $watch; wait $watch
[ -z "$SCRATCH" ] || rm -rf "$SCRATCH"
exit $code`;

const TAIL_LENGTH = 8192;
const LAST_OUTPUT_MS = 200;

/** Starts a supervised program of PostgreSQL in its own session, with a bare environment. */
export async function supervise(
  program: string,
  args: readonly string[],
  { account, env, scratch = '' }: SuperviseOptions = {},
): Promise<SupervisedProcess> {
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, program, ...args], {
    cwd: '/',
    detached: true,
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      SCRATCH: scratch,
      ...env,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    uid: account?.uid,
    gid: account?.gid,
  });
  await once(child, 'spawn');
  child.stdin.on('error', () => undefined);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-TAIL_LENGTH);
  });

  const closed = once(child, 'close');
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = exited.then(async (code) => {
    // Backends that outlive a killed server hold the pipe open: they must not delay the news.
    await Promise.race([closed, sleep(LAST_OUTPUT_MS, undefined, { ref: false })]);
    child.stderr.destroy();
    return { code, lastLine: lastMeaningfulLine(output) };
  });
  return { ended, end: () => child.stdin.end() };
}

function lastMeaningfulLine(output: string): string {
  const lines = output
    .replace(/^\S+ \S+ \S+ \[\d+\] /gm, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.includes('the database system is'));
  const reason = lines.findLast((line) => /^(FATAL|PANIC):|error:/.test(line));
  return reason ?? lines.at(-1) ?? 'it said nothing';
}
