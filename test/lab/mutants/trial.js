import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabases } from '../../support/test-databases.js';
import { copyOfCheckout } from '../checkout-copy.js';

const GENERATED = ['dist', 'web/src/api/generated', 'clients/typescript/src/generated'];
const STAMPS = 'dist/.stamps';
const OWN_CONFIG = ['-c', 'test/lab/mutants/jest.config.js'];
const NO_END = '(no end)';
/** Failures that a busy machine causes, too. */
const UNSURE = [NO_END, 'Test suite failed to run'];
/** The minute that the suites may take, on a machine with other work. */
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
    await globalThis.endTestRun();
    rmSync(this.copy, { recursive: true, force: true });
  }

  /**
   * Runs the suites of a mutant, the first first, until one fails. Returns what failed; null: it survived.
   *
   * @param isBuilt for mutants of what test databases, or processes that tests start, are made from
   */
  async try({ file, start, end, replacement, suites }, { isBuilt }) {
    const path = join(this.copy, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, start) + replacement + source.slice(end));
    let by;
    try {
      if (isBuilt) this.build();
      by = await this.run(suites, { isBuilt });
    } finally {
      writeFileSync(path, source);
    }
    if (!UNSURE.includes(by)) return by;
    return (await this.run(suites, { isBuilt })) === null ? by : null;
  }

  /** Runs suites until one fails. Returns the first test that failed, null where all passed. */
  async run(suites, { isBuilt }) {
    const options = ['--runInBand', '--bail', '--forceExit', ...(isBuilt ? [] : OWN_CONFIG)];
    const timeout = isBuilt ? BUILT_LIMIT_MS : LIMIT_MS;
    const { status, signal, output } = await this.jest([...options, ...suites], { timeout });
    if (signal !== null) return NO_END;
    if (status === 0 && /^Tests: .* passed/m.test(output)) return null;
    const failed = /^ {2}● (.*)/m.exec(output)?.[1];
    if (failed === undefined) throw new Error(`no test ran:\n${output}`);
    return failed;
  }

  /** Runs suites, each of which writes into a folder which lines it runs, and their results into a file. */
  async record(suites, folder, results) {
    const env = { ...process.env, COVERAGE_FOLDER: folder };
    const options = [...OWN_CONFIG, '--maxWorkers=2', '--json', `--outputFile=${results}`];
    await this.jest([...options, ...suites], { env });
    return JSON.parse(readFileSync(results, 'utf8')).testResults;
  }

  async jest(options, { timeout, env }) {
    const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options], {
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
   * Builds only what test databases and the processes that tests start are made from. The other parts count as up to date: to build
   * them all takes a minute.
   */
  build() {
    for (const script of ['compile', 'bundle']) {
      const options = { cwd: this.copy, stdio: 'inherit' };
      execFileSync(process.execPath, [`scripts/build/${script}.js`], options);
    }
    const stamps = join(this.copy, STAMPS);
    const now = new Date();
    for (const name of readdirSync(stamps)) utimesSync(join(stamps, name), now, now);
  }
}
