import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseUnavailable } from '../database-errors.js';

/** Work whose reads a standby may answer. */
interface ReaderScope {
  /** True once a standby answers it. */
  isOnReader: boolean;
  /** True for work that a standby must do, however old its data are. */
  isForOldData: boolean;
}

const scopes = new AsyncLocalStorage<ReaderScope | undefined>();

/** Returns the scope of the current work; undefined: all of it is for the primary. */
export function readerScope(): ReaderScope | undefined {
  return scopes.getStore();
}

/** Runs work whose reads a standby may answer. */
export function fromReader<T>(work: () => T): T {
  return scopes.run({ isOnReader: false, isForOldData: false }, work);
}

/** Runs work whose reads a standby must answer, however old its data are. */
export function fromOldReader<T>(work: () => T): T {
  return scopes.run({ isOnReader: false, isForOldData: true }, work);
}

/** Runs work that only the primary can do. */
export function onPrimary<T>(work: () => T): T {
  return scopes.run(undefined, work);
}

/** Runs a reading transaction, and repeats it on the primary if a standby could not finish it. */
export async function readerElsePrimary<T>(read: () => Promise<T>): Promise<T> {
  const scope = readerScope();
  if (scope === undefined || scope.isForOldData) return read();
  const attempt: ReaderScope = { isOnReader: false, isForOldData: false };
  try {
    return await scopes.run(attempt, read);
  } catch (error) {
    if (!attempt.isOnReader || !isDatabaseUnavailable(error)) throw error;
    return onPrimary(read);
  }
}
