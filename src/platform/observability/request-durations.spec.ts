import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const ENDED = [
  { method: 'GET', route: '/api/products', status: 200, seconds: 0.0005 },
  { method: 'GET', route: '/api/products', status: 200, seconds: 0.001 },
  { method: 'GET', route: '/api/products', status: 304, seconds: 0.3 },
  { method: 'POST', route: '/api/orders', status: 201, seconds: 7 },
  { method: 'GET', route: 'a "quoted"\\\nroute', status: 404, seconds: 0.02 },
];

describe('request durations', () => {
  it("are written as prom-client's own histogram writes them", async () => {
    const registry = new Registry();
    const histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
    const durations = new RequestDurations();
    for (const { seconds, ...labels } of ENDED) {
      histogram.observe(labels, seconds);
      durations.observe({ seconds, ...labels });
    }
    expect(durations.text().split('\n').sort()).toEqual(
      (await registry.metrics()).split('\n').sort(),
    );
  });
});
