import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const EVENTS = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'exit', 'beforeExit', 'warning'];

/** Runs suites in the process as it is, and puts back after each what suites may change of the process. */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  #before = stateOfProcess();

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  setup() {
    return Promise.resolve();
  }

  teardown() {
    this.fakeTimersModern.dispose();
    restoreProcess(this.#before);
    return Promise.resolve();
  }

  getVmContext() {
    return null;
  }
}

function stateOfProcess() {
  return {
    console: globalThis.console,
    env: { ...process.env },
    exit: process.exit,
    cwd: process.cwd(),
    listeners: EVENTS.map((event) => process.rawListeners(event)),
  };
}

function restoreProcess({ console, env, exit, cwd, listeners }) {
  globalThis.console = console;
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
