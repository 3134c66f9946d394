import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { endSuite } from './end-of-suite.js';
import { load, LOADED } from './loaded.js';

const EVENTS = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** Node.js's own limit. Jest's 100 frames slow down every error of a request, and every expectation of supertest. */
const STACK_FRAMES = 10;
const DAY_MS = 86_400_000;
/** India's offset from UTC. The days of the shop begin at midnight in India. */
const INDIA_MS = 5.5 * 3_600_000;
/** Time before midnight when no suite begins, because it would run on two days. The longest take five minutes on a busy machine. */
const QUIET_MS = 10 * 60_000;
/** The globals that fake timers replace, because suites and the service share one clock. */
const CLOCK = [
  ...['Date', 'performance', 'queueMicrotask', 'setTimeout', 'clearTimeout'],
  ...['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'],
];
const { getBuiltinModule } = process;

// supertest lets a check pass whose failure is no `Error`: those that V8 throws in a suite are of the suite's own class.
Object.defineProperty(Error, Symbol.hasInstance, {
  value(thrown) {
    const isInstance = Function.prototype[Symbol.hasInstance].call(this, thrown);
    return isInstance || (this === Error && types.isNativeError(thrown));
  },
});

/**
 * Environment of suites that share the process, its clock and their worker's loaded modules with other suites. After each
 * suite, it restores what suites may change in the process.
 */
export default class NativeEnvironment extends TestEnvironment {
  #before = stateOfProcess();
  #suite;
  #failures = [];

  constructor({ globalConfig, projectConfig }, context) {
    // Jest would take properties from the process at the end of a suite.
    const testEnvironmentOptions = { globalsCleanup: 'off' };
    super({ globalConfig, projectConfig: { ...projectConfig, testEnvironmentOptions } }, context);
    this.#suite = context.testPath;
    const { global } = this;
    global[Symbol.for(LOADED)] = load;
    Object.assign(global, { process, Reflect, Error });
    for (const name of CLOCK) {
      const set = (value) =>
        Object.defineProperty(global, name, { value, writable: true, configurable: true });
      Object.defineProperty(global, name, { get: () => globalThis[name], set, configurable: true });
    }
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    await super.setup();
    Error.stackTraceLimit = STACK_FRAMES;
    // Jest has replaced it by one that reads from its own registry of modules.
    process.getBuiltinModule = getBuiltinModule;
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
      await endSuite(this.#suite, { global: this.global });
    } catch (error) {
      // Jest reports the end alone then.
      error.message = [error.message, ...this.#failures].join('\n\n');
      throw error;
    } finally {
      restoreProcess(this.#before);
      await super.teardown();
    }
  }
}

function stateOfProcess() {
  return {
    env: { ...process.env },
    exit: process.exit,
    cwd: process.cwd(),
    listeners: EVENTS.map((event) => process.rawListeners(event)),
  };
}

function restoreProcess({ env, exit, cwd, listeners }) {
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
