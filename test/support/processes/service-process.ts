import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMIT_MS } from '../native/limits.js';
import { atEndOfSuite } from '../native/end-of-suite.js';

const MAIN = resolve('dist/service/main.js');
/** Environment that makes the service take its output for a terminal. It prints secrets only there. */
export const ON_TERMINAL = {
  NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true',
};
/** Less than a test may take, so that a failure shows the output. */
const START_LIMIT_MS = LIMIT_MS - 20_000;
/** Environment that makes programs keep their compiled code for the next start, which then takes a sixth of the time. */
export const KEEPS_CODE = { NODE_COMPILE_CACHE: resolve('dist/.code-cache') };

/** The built service in its own process, started as `npm start` starts it. */
export class ServiceProcess {
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<number | null>,
  ) {}

  /** Spawns the service. `cwd` is its working folder, so that no `.env` of the checkout is read; `main` may be another build's. */
  static spawn(cwd: string, env: Record<string, string> = {}, main = MAIN): ServiceProcess {
    const child = spawn(process.execPath, [main], {
      cwd,
      env: {
        ...KEEPS_CODE,
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: 'data',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Not at its exit: the last that it printed may be read afterwards.
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const service = new ServiceProcess(child, ended);
    // What a failed test left running.
    atEndOfSuite(() => service.end('SIGKILL'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (service.output += data.toString()));
    }
    return service;
  }

  /** Spawns the service and waits until it has written where it listens. */
  static async start(cwd: string, env: Record<string, string> = {}, main = MAIN) {
    const service = ServiceProcess.spawn(cwd, env, main);
    for (const until = Date.now() + START_LIMIT_MS; !service.baseUrl; await sleep(20)) {
      if (Date.now() > until || service.child.exitCode !== null) {
        throw new Error(`the service did not start: ${service.output}`);
      }
    }
    return service;
  }

  /** Spawns the service with settings that it must refuse. Returns its output. */
  static async refusal(cwd: string, env?: Record<string, string>): Promise<string> {
    const service = ServiceProcess.spawn(cwd, env);
    expect(await service.ended).toBe(1);
    return service.output;
  }

  get baseUrl(): string {
    return /Wholesale order service +(\S+)\n[\s\S]*\n\n/.exec(this.output)?.[1] ?? '';
  }

  /** The lines of its log, except an incomplete one. */
  get lines(): Record<string, unknown>[] {
    const written = this.output.split('\n').slice(0, -1);
    return written
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal and waits for the end. Returns the exit status, null after a kill. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Stops the process for a while, like a machine that was suspended. */
  async freeze(ms: number): Promise<void> {
    this.signal('SIGSTOP');
    await sleep(ms);
    this.signal('SIGCONT');
  }

  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** Waits until the process ends without a signal from the test. */
  async exit(): Promise<number | null> {
    return this.ended;
  }
}
