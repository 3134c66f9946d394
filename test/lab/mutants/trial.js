import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabases } from '../../support/test-databases.js';
import { copyOfCheckout } from '../checkout-copy.js';

const GENERATED = ['dist', 'web/src/api/generated', 'clients/typescript/src/generated'];
const STAMPS = 'dist/.stamps';
const MODULES = '--experimental-vm-modules';
const OWN_CONFIG = ['-c', 'test/lab/mutants/jest.config.js'];
const NO_END = '(no end)';
/** The process ended, because of an error that no test awaits. */
const CRASH = '(crash)';
/** Failures that can also be caused by a busy machine. They are limits of a run, a test, `eventually` and the end of a suite. */
const UNSURE =
  /\(no end\)|\(crash\)|Test suite failed to run|Exceeded timeout of|nothing came of it in|did not end/;
/** Number of runs of a worker, because each leaves something in its memory. */
const WORKER_TASKS = 30;
/** Limit of the suites: twice their minute, because the machine may have other work. */
const LIMIT_MS = 120_000;
const BUILT_LIMIT_MS = 300_000;

/** Copy of this checkout in which suites run, on databases that are opened once. */
export class Trial {
  static async open() {
    const copy = copyOfCheckout('mutants-', GENERATED);
    await openTestDatabases();
    return new Trial(copy);
  }

  constructor(copy) {
    this.copy = copy;
  }

  async close() {
    this.endWorker();
    await globalThis.endTestRun();
    rmSync(this.copy, { recursive: true, force: true });
  }

  /**
   * Runs the suites of a mutant in their order, until a test fails. Returns that test, or null if the mutant survived.
   * - a failure that may be the fault of a busy machine must happen twice
   * - the suites must then pass without the mutant in half the time
   *
   * @param isBuilt for mutants in code that test databases, or processes of tests, are built from
   */
  async try({ file, start, end, replacement, suites }, { isBuilt }) {
    const path = join(this.copy, file);
    const source = readFileSync(path, 'utf8');
    const run = (part) =>
      isBuilt
        ? this.run(suites, { timeout: BUILT_LIMIT_MS * part })
        : this.runWarm({ suites }, { timeout: LIMIT_MS * part });
    writeFileSync(path, source.slice(0, start) + replacement + source.slice(end));
    let failure;
    try {
      if (isBuilt) this.build();
      failure = await run(1);
      if (UNSURE.test(failure)) {
        this.endWorker();
        failure = await run(1);
      }
    } finally {
      writeFileSync(path, source);
    }
    if (UNSURE.test(failure)) {
      this.endWorker();
      if ((await run(failure === NO_END ? 1 / 2 : 1)) !== null) return null;
    }
    return failure?.split('\n', 1)[0] ?? null;
  }

  /** Runs suites until a test fails. Returns its name and how it failed, or null if all passed. */
  async run(suites, { timeout }) {
    const options = ['--runInBand', '--bail', '--forceExit'];
    const { status, signal, output } = await this.jest([...options, ...suites], { timeout });
    if (signal !== null) return NO_END;
    if (status === 0 && /^Tests: .* passed/m.test(output)) return null;
    return output.split(/^ {2}● /m)[1] ?? CRASH;
  }

  /** Does the same in a process that has run suites before. */
  async runWarm(task, { timeout }) {
    if (this.tasks === WORKER_TASKS) this.endWorker();
    this.worker ??= this.openWorker();
    this.tasks += 1;
    const { worker } = this;
    // A process that has just ended tells so by its exit.
    worker.send(task, () => undefined);
    const ended = new AbortController();
    let end = CRASH;
    const limit = setTimeout(() => {
      end = NO_END;
      this.endWorker();
    }, timeout);
    try {
      const [message] = await Promise.race(
        ['message', 'exit'].map((event) => once(worker, event, ended)),
      );
      return message?.failure === undefined ? end : message.failure;
    } finally {
      clearTimeout(limit);
      ended.abort();
    }
  }

  openWorker() {
    this.tasks = 0;
    const cwd = this.copy;
    const worker = fork(join(cwd, 'test/lab/mutants/worker.js'), { cwd, execArgv: [MODULES] });
    // Also between two mutants, by what the last one left open.
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  endWorker() {
    this.worker?.kill('SIGKILL');
    this.worker = undefined;
  }

  /** Runs suites. Each writes the lines that it runs into a folder. */
  async record(suites, folder) {
    const env = { ...process.env, COVERAGE_FOLDER: folder };
    const { output } = await this.jest([...OWN_CONFIG, '--runInBand', ...suites], { env });
    process.stdout.write(output);
  }

  async jest(options, { timeout, env }) {
    const jest = spawn(process.execPath, [MODULES, 'node_modules/jest/bin/jest.js', ...options], {
      cwd: this.copy,
      env: env ?? process.env,
      timeout,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [jest.stdout, jest.stderr]) stream.on('data', (text) => (output += text));
    const [status, signal] = await once(jest, 'close');
    return { status, signal, output };
  }

  /**
   * Builds only what test databases and the processes of tests need. The other parts count as up to date, because building them
   * takes a minute.
   */
  build() {
    const options = { cwd: this.copy, stdio: 'inherit' };
    execFileSync(process.execPath, ['scripts/build-if-needed.js', 'service'], options);
    const stamps = join(this.copy, STAMPS);
    const now = new Date();
    for (const name of readdirSync(stamps)) utimesSync(join(stamps, name), now, now);
  }
}
