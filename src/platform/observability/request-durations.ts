const NAME = 'http_request_duration_seconds';
const HELP = 'Time from the request line to the end of the answer';
/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** An ended request: its route pattern (never the path as sent), and seconds. */
export interface EndedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

interface Series {
  labels: { method: string; route: string; status: number };
  /** Counts per bucket: above the previous bound and up to this one; the last has all others. */
  counts: number[];
  sum: number;
}

/**
 * A histogram next to prom-client's registry. prom-client's own takes five microseconds to find a series by its labels,
 * as long as the rest of the access log.
 */
export class RequestDurations {
  /** Series by route, then by method and status, so that no key has to be concatenated. */
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

  /** Writes the histogram in Prometheus' text format. */
  text(): string {
    const lines = [...this.series.values()].flat().flatMap(linesOf);
    return [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`, ...lines, ''].join('\n');
  }
}

function linesOf({ labels, counts, sum }: Series): string[] {
  const own = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  let count = 0;
  const buckets = counts.map((some, index) => {
    count += some;
    return `${NAME}_bucket{${[`le="${BUCKETS[index] ?? '+Inf'}"`, ...own].join()}} ${count}`;
  });
  return [...buckets, `${NAME}_sum{${own.join()}} ${sum}`, `${NAME}_count{${own.join()}} ${count}`];
}

function escaped(value: string | number): string {
  return String(value).replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
