import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What pg's pool tells of itself. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** An ended request: its route's pattern (never a path as sent), and seconds. */
export interface EndedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** The process's figures in Prometheus' terms; one instance an application. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  /** By method, route and status: of each there are few, and finding one by its labels takes longer. */
  private readonly series = new Map<string, Histogram.Internal<string>>();

  constructor(pool: PoolState) {
    collectDefaultMetrics({ register: this.registry });
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

  observe({ method, route, status, seconds }: EndedRequest): void {
    const key = `${method} ${route} ${status}`;
    let series = this.series.get(key);
    if (series === undefined) {
      series = this.requests.labels({ method, route, status });
      this.series.set(key, series);
    }
    series.observe(seconds);
  }

  /** Prometheus' text format. */
  async text(): Promise<string> {
    return this.registry.metrics();
  }
}
