import type { MetricValueWithName } from 'prom-client';

const NAME = 'http_request_duration_seconds';
/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** An ended request: its route's pattern (never a path as sent), and seconds. */
export interface EndedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

interface Series {
  labels: { method: string; route: string; status: number };
  /** Those that took as long as the bucket's bound at most, and longer than the one before; the last: all others. */
  counts: number[];
  sum: number;
}

/**
 * A histogram for prom-client's registry, whose own takes five microseconds to find a series by its labels: as
 * long as all else of the access log.
 */
export class RequestDurations {
  readonly name = NAME;
  /** By route, then by method and status: no text has to be put together to find one. */
  private readonly series = new Map<string, Series[]>();

  observe({ method, route, status, seconds }: EndedRequest): void {
    const series = this.seriesOf(method, route, status);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket += 1;
    series.counts[bucket] = series.counts[bucket]! + 1;
    series.sum += seconds;
  }

  private seriesOf(method: string, route: string, status: number): Series {
    let ofRoute = this.series.get(route);
    if (ofRoute === undefined) this.series.set(route, (ofRoute = []));
    const known = ofRoute.find(
      ({ labels }) => labels.status === status && labels.method === method,
    );
    if (known !== undefined) return known;
    const counts = Array.from({ length: BUCKETS.length + 1 }, () => 0);
    const series = { labels: { method, route, status }, counts, sum: 0 };
    ofRoute.push(series);
    return series;
  }

  /** What the registry asks for when it is read. */
  get(): { name: string; help: string; type: string; values: MetricValueWithName<string>[] } {
    return {
      name: NAME,
      help: 'Time from the request line to the end of the answer',
      type: 'histogram',
      values: [...this.series.values()].flat().flatMap(valuesOf),
    };
  }
}

function valuesOf({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
  let count = 0;
  const buckets = counts.map((some, index) => {
    count += some;
    const le = BUCKETS[index] ?? '+Inf';
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
