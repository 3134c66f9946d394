import autocannon from 'autocannon';

/**
 * Requests at a fixed rate, until they are stopped or the time is over.
 *
 * @param {object} load
 * @param {string} load.url
 * @param {Record<string, string>} load.headers
 * @param {object[]} load.requests of autocannon, taken in turn
 * @param {number} load.connections
 * @param {number} load.perSecond over all connections
 * @param {number} load.seconds
 * @returns {{ stop: () => void, ended: Promise<{ perSecond: number, p99Ms: number }> }} `ended` rejects
 *   where an answer was an error or none
 */
export function steadyLoad({ perSecond, seconds, ...target }) {
  const run = autocannon({
    ...target,
    overallRate: Math.max(1, Math.round(perSecond)),
    duration: seconds,
    timeout: 10,
  });
  const ended = run.then(({ requests, duration, latency, non2xx, errors, timeouts }) => {
    if (non2xx + errors + timeouts > 0) {
      throw new Error(
        `of ${requests.total} answers ${non2xx} were errors; ${errors} broke off, ${timeouts} were late`,
      );
    }
    return { perSecond: requests.total / duration, p99Ms: latency.p99 };
  });
  return { stop: () => run.stop(), ended };
}
