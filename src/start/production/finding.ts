import type { ProductionException } from '../../platform/config/settings.js';

/** Names of the checks, in the order in which `doctor` prints them. */
export type CheckName =
  | ProductionException
  | 'operations'
  | 'listen'
  | 'statements'
  | 'documents'
  | 'couriers'
  | 'keys'
  | 'clock'
  | 'photos'
  | 'readers'
  | 'proxy';

/** The result of a check that did not pass. */
export interface Finding {
  /** `refused` stops a start in production, `warning` does not. */
  kind: 'refused' | 'warning';
  /** One sentence without its period: what is wrong. */
  problem: string;
  /** The action to take, as an imperative. */
  remedy: string;
}

/** Makes a finding that stops a start in production. */
export function refused(problem: string, remedy: string): Finding {
  return { kind: 'refused', problem, remedy };
}

/** Makes a finding that stops nothing. */
export function warning(problem: string, remedy: string): Finding {
  return { kind: 'warning', problem, remedy };
}
