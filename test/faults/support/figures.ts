import { appendFileSync } from 'node:fs';

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

  /** Keeps a value for the table. */
  keep(
    figure: string,
    value: number | string,
    rest: Pick<Figure, 'unit' | 'promise' | 'kept'> = {},
  ): void {
    const rounded = typeof value === 'number' ? Math.round(value * 10) / 10 : value;
    const line: Figure = { scenario: this.scenario, figure, value: rounded, ...rest };
    appendFileSync(process.env.FAULTS_FIGURES ?? '', `${JSON.stringify(line)}\n`);
  }

  /** Records a time with its limit. It fails no test, because a shared machine is slow at times. */
  within(figure: string, ms: number, limitMs: number): void {
    this.keep(figure, ms, { unit: 'ms', promise: `≤ ${limitMs} ms`, kept: ms <= limitMs });
  }
}

/** Finds the value that `share` (0 to 1) of the values do not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
