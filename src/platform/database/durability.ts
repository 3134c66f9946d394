import type { DataSource } from 'typeorm';
import { DurabilityError } from './connection/contract.js';

const LOST = new WeakMap<DataSource, DurabilityError>();

/**
 * Records the result of verifying a connection: an error if confirmed changes could be lost, null if they are safe. Any other
 * error leaves the record as it is.
 */
export function noteDurability(dataSource: DataSource, error: unknown): void {
  if (error === null) LOST.delete(dataSource);
  else if (error instanceof DurabilityError) LOST.set(dataSource, error);
}

/** @throws DurabilityError while a change that is confirmed now could be lost */
export function assertDurable(dataSource: DataSource): void {
  const lost = LOST.get(dataSource);
  if (lost !== undefined) throw lost;
}
