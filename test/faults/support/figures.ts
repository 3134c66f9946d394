import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

interface Figure {
  scenario: string;
  figure: string;
  value: number | string;
  unit?: string;
  /** What the value has to be, and whether it is. */
  promise?: string;
  kept?: boolean;
}

/** How many times a promised time may be exceeded before a test fails: a shared machine is slow at times. */
const SLACK = Number(process.env.FAULTS_SLACK ?? 3);

/** No load of the tests' own holds them up for so long. */
const STANDSTILL_MS = 3_000;

/** What a scenario measured, for the table at the end of the run. */
export class Figures {
  /** Times that were far beyond their limits. */
  readonly late: string[] = [];

  /** Times are no better than the machine: a pause of the tests is a pause of what they measure. */
  private readonly pauses = monitorEventLoopDelay();

  constructor(private readonly scenario: string) {
    this.pauses.enable();
  }

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

  /** Keeps a time that may be `limitMs` at most. */
  within(figure: string, ms: number, limitMs: number): void {
    const kept = ms <= limitMs;
    this.keep(figure, Math.round(ms), { unit: 'ms', promise: `≤ ${limitMs} ms`, kept });
    if (ms > limitMs * SLACK) this.late.push(`${figure}: ${Math.round(ms)} ms`);
  }

  /** Fails with them, unless the machine stood still for so long that its times say nothing. */
  expectInTime(): void {
    const pauseMs = this.pauses.max / 1e6;
    this.keep('longest pause of the tests themselves', pauseMs, { unit: 'ms' });
    if (pauseMs < STANDSTILL_MS) expect(this.late).toEqual([]);
  }
}

/** The value that `share` (0 to 1) of the values do not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
