import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ServicePool } from '../database/service-pool.js';

/** Interval for measuring the lag of the event loop. At 10 ms, measuring would be half of what an idle instance does. */
const LAG_SAMPLE_MS = 20;

let ofProcess: Registry | undefined;

/**
 * prom-client's metrics of Node.js, collected once per process: an application that ends could not stop their timers and
 * observers.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  }
  return ofProcess;
}

/** Figures by the value of a label; null leaves one out. */
type Figures = readonly (readonly [value: string, figure: number | null])[];

/** Metrics for Prometheus: those of the process and those of one application. */
export class Metrics {
  private readonly ofProcess = processMetrics();
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  constructor(pool: Pick<ServicePool, 'totalCount' | 'idleCount' | 'waitingCount'>) {
    const connections = new Gauge({
      name: 'database_pool_connections',
      help: "Connections of the pool, and requests that wait for one ('waiting')",
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        connections.set({ state: 'open' }, pool.totalCount);
        connections.set({ state: 'idle' }, pool.idleCount);
        connections.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }

  /** Adds a gauge that has no value until it is set. */
  gauge(name: string, help: string): (value: number) => void {
    const gauge = new Gauge({ name, help, registers: [this.registry] });
    return (value) => gauge.set(value);
  }

  /** Adds a gauge that is read on demand. */
  measured(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  /** Adds a gauge with a label that has few values; all are read on demand. */
  measuredEach(
    name: string,
    help: string,
    label: string,
    read: () => Figures | Promise<Figures>,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const figures = await read();
        gauge.reset();
        for (const [value, figure] of figures) {
          if (figure !== null) gauge.set({ [label]: value }, figure);
        }
      },
    });
  }

  /** Adds a counter, whose name ends in `_total`. Each call of the result adds one, or the given number. */
  counter(name: string, help: string): (count?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (count = 1) => counter.inc(count);
  }

  /** Adds counters of one name with a label of few values; see {@link counter}. */
  counters(name: string, help: string, label: string): (value: string, count?: number) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    return (value, count = 1) => counter.inc({ [label]: value }, count);
  }

  /**
   * Adds counters, and a histogram of the time that was taken, of calls that differ by a few labels.
   *
   * @param zeros labels of counters that exist before the first call. Prometheus sees no increase in a counter that appears with 1
   */
  calls<Label extends string>(
    counter: { name: string; help: string; labels: readonly Label[] },
    duration: { name: string; help: string; labels: readonly Label[] },
    zeros: readonly Record<Label, string>[],
  ): (labels: Record<Label, string>, seconds: number) => void {
    const registers = [this.registry];
    const count = new Counter({ ...counter, labelNames: counter.labels, registers });
    const time = new Histogram({
      ...duration,
      labelNames: duration.labels,
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60],
      registers,
    });
    const pick = (labels: Record<Label, string>, names: readonly Label[]): Record<Label, string> =>
      Object.fromEntries(names.map((name) => [name, labels[name]])) as Record<Label, string>;
    for (const labels of zeros) count.inc(labels, 0);
    return (labels, seconds) => {
      count.inc(pick(labels, counter.labels));
      time.observe(pick(labels, duration.labels), seconds);
    };
  }

  /** Counts an ended request by its route's pattern, never by the path as sent. */
  observe(request: { method: string; route: string; status: number }, seconds: number): void {
    this.durations.observe(request, seconds);
  }

  /** Writes all metrics in Prometheus' text format. */
  async text(): Promise<string> {
    return [await this.ofProcess.metrics(), await this.registry.metrics()].join('\n');
  }
}
