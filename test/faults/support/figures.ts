import { appendFileSync } from 'node:fs';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { expectBooksBalance } from './books.js';
import type { Answer } from './http.js';

interface Figure {
  scenario: string;
  figure: string;
  value: number | string;
  unit?: string;
  /** Promise that the value has to keep. */
  promise?: string;
  kept?: boolean;
}

/** Measurements of a scenario, for the table at the end of the run. */
export class Figures {
  constructor(private readonly scenario: string) {}

  keep(
    figure: string,
    value: number | string,
    rest: Pick<Figure, 'unit' | 'promise' | 'kept'> = {},
  ): void {
    const rounded = typeof value === 'number' ? Math.round(value * 10) / 10 : value;
    const line: Figure = { scenario: this.scenario, figure, value: rounded, ...rest };
    appendFileSync(process.env.FAULTS_FIGURES ?? '', `${JSON.stringify(line)}\n`);
  }

  /** Keeps a value with its limit. It fails no test, because a shared machine is slow at times. */
  within(figure: string, value: number, limit: number, unit = 'ms'): void {
    this.keep(figure, value, { unit, promise: `≤ ${limit} ${unit}`, kept: value <= limit });
  }

  /** Keeps a count that has to be 0, and fails unless it is. */
  none(figure: string, count: number): void {
    this.keep(figure, count, { promise: '0', kept: count === 0 });
    expect([figure, count]).toEqual([figure, 0]);
  }

  /** Keeps how many orders were acknowledged; fails unless each is stored, and every rule of the stored data holds. */
  async keepOrders(connection: DatabaseConnection, answers: readonly Answer[]): Promise<void> {
    this.keep('orders acknowledged, all stored', await expectBooksBalance(connection, answers));
  }
}

/** Finds the value that `share` (0 to 1) of the values do not exceed. Returns 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
