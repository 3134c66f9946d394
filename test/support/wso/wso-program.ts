import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { basename, join } from 'node:path';
import { download } from '../documents/downloads.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { runUnread, type Ended } from '../processes/command-line.js';
import { run } from '../processes/run.js';

/** Makes the header Wso-Signature as its page says, with another implementation than that of `wso` and the clients. */
export async function eventSignature(at: number, body: string, ...secrets: string[]) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const parts = [`t=${at}`];
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
    const made = await crypto.subtle.sign('HMAC', key, bytes(`${at}.${body}`));
    parts.push(`v1=${Buffer.from(made).toString('hex')}`);
  }
  return parts.join(',');
}

/** Event as `wso listen` forwards it. */
export interface HookEvent {
  id: string;
  type: string;
  data: { sku?: string; order_number?: string; stock_qty?: number };
}

/** POST of an event. */
export interface SentEvent {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Expects the listener's header, and signatures with the time of each try. The second try must be seconds after the first. */
export async function expectSigned(
  requests: SentEvent[],
  secrets: readonly string[],
): Promise<void> {
  const times: number[] = [];
  for (const { headers, body } of requests) {
    const at = Number(/^t=(\d+),/.exec(String(headers['wso-signature']))?.[1]);
    expect(headers).toMatchObject({
      'wso-signature': await eventSignature(at, body, ...secrets),
      'x-shop': '7',
      'content-type': 'application/json',
    });
    times.push(at);
  }
  const [first, second] = times;
  expect(second).toBeGreaterThan(first!);
  expect(Math.abs(Date.now() / 1000 - times.at(-1)!)).toBeLessThan(60);
}

/** The command line `wso` of the downloads page, alone in a folder. */
export class WsoProgram {
  private constructor(
    private readonly file: string,
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  static async download(
    folder: string,
    env: Record<'STORE_URL' | 'STORE_TOKEN' | 'STORE_DOMAIN', string>,
  ): Promise<WsoProgram> {
    const file = await download(env.STORE_URL, /^wholesale-store-orders-wso-.+\.tgz$/, folder);
    await run('tar', ['-xzf', file], { cwd: folder });
    return new WsoProgram(file, folder, env);
  }

  /** Finds the command line that a folder has, such as that of an earlier release. */
  static in(folder: string, env: Record<string, string>): WsoProgram {
    return new WsoProgram('', folder, env);
  }

  with(env: Record<string, string>): WsoProgram {
    return new WsoProgram(this.file, this.folder, { ...this.env, ...env });
  }

  /** Starts a command that a test kills. */
  spawn(...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [this.main, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...this.env },
      stdio: 'ignore',
    });
    // What a failed test left running.
    atEndOfSuite(() => WsoProgram.kill(child));
    return child;
  }

  async run(...args: string[]): Promise<Ended> {
    return this.execute(process.execPath, [this.main, ...args]);
  }

  /** Runs a command whose output nothing reads. */
  async runUnread(...args: string[]): Promise<Omit<Ended, 'stdout'>> {
    const env = { PATH: process.env.PATH, ...this.env };
    return runUnread([this.main, ...args], { cwd: this.folder, env });
  }

  /** Runs a command of the package at the service, as its page shows it. */
  async runWithNpx(...args: string[]): Promise<Ended> {
    const address = `${this.env.STORE_URL}/docs/downloads/${basename(this.file)}`;
    return this.execute('npx', ['--yes', address, ...args]);
  }

  /** Runs a command that must succeed, and returns its lines. */
  async lines(...args: string[]): Promise<string[]> {
    const { status, stdout, stderr } = await this.run(...args);
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    return stdout.trim().split('\n');
  }

  /** Kills a process as a power cut would. */
  static async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  private get main(): string {
    return join(this.folder, 'package/dist/wso.js');
  }

  private execute(program: string, args: string[]): Promise<Ended> {
    const env = { PATH: process.env.PATH, HOME: this.folder, ...this.env };
    return new Promise((done) => {
      execFile(program, args, { cwd: this.folder, env }, (error, stdout, stderr) => {
        done({ status: error === null ? 0 : Number(error.code ?? NaN), stdout, stderr });
      });
    });
  }
}
