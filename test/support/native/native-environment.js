import { setTimeout as pause } from 'node:timers/promises';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { endSuite } from './end-of-suite.js';

const EVENTS = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** Node.js's own: Jest's 100 frames slow down every error that a request ends with, and every expectation of supertest. */
const STACK_FRAMES = 10;
const DAY_MS = 86_400_000;
/** Time by which India, where the days of the shop begin at midnight, is ahead of UTC. */
const INDIA_MS = 5.5 * 3_600_000;
/** Time before midnight in which no suite begins, as it would run on two days. */
const QUIET_MS = 30_000;
const { getBuiltinModule } = process;

/** Environment that runs suites in the process as it is, and restores after each what suites may change of the process. */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  #before = stateOfProcess();
  #env;
  #suite;
  #failures = [];

  constructor({ projectConfig }, { testPath }) {
    this.#suite = testPath;
    this.#env = projectConfig.testEnvironmentOptions.env;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
    // Jest has replaced it by one that reads from its own registry of modules.
    process.getBuiltinModule = getBuiltinModule;
    Object.assign(process.env, this.#env);
    const toMidnightMs = DAY_MS - ((Date.now() + INDIA_MS) % DAY_MS);
    if (toMidnightMs < QUIET_MS) await pause(toMidnightMs);
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done') return;
    for (const failure of test.errors) {
      const [error] = [failure].flat();
      this.#failures.push(`${test.name}: ${error.stack ?? error}`);
    }
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    try {
      await endSuite(this.#suite);
    } catch (error) {
      // Jest reports the end alone then.
      error.message = [error.message, ...this.#failures].join('\n\n');
      throw error;
    } finally {
      restoreProcess(this.#before);
    }
  }

  getVmContext() {
    return null;
  }
}

function stateOfProcess() {
  return {
    globals: Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
      ([, { writable }]) => writable,
    ),
    env: { ...process.env },
    exit: process.exit,
    cwd: process.cwd(),
    listeners: EVENTS.map((event) => process.rawListeners(event)),
  };
}

function restoreProcess({ globals, env, exit, cwd, listeners }) {
  for (const [name, { value }] of globals) globalThis[name] = value;
  for (const name of Object.keys(process.env)) {
    if (!(name in env)) delete process.env[name];
  }
  Object.assign(process.env, env);
  process.exit = exit;
  if (process.cwd() !== cwd) process.chdir(cwd);
  EVENTS.forEach((event, index) => {
    for (const listener of process.rawListeners(event)) {
      if (!listeners[index].includes(listener)) process.removeListener(event, listener);
    }
  });
}
