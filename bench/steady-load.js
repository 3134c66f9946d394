import autocannon from 'autocannon';

/**
 * Requests at a fixed rate.
 *
 * @param {object} load
 * @param {string} load.url
 * @param {Record<string, string>} load.headers
 * @param {object[]} load.requests of autocannon, taken in turn
 * @param {number} load.connections
 * @param {number} load.perSecond over all connections
 * @param {number} load.seconds
 * @returns {Promise<{ perSecond: number, p99Ms: number }>} what was reached
 * @throws where an answer was an error or none
 */
export async function steadyLoad({ perSecond, seconds, ...target }) {
  const { requests, duration, latency, non2xx, errors, timeouts } = await autocannon({
    ...target,
    overallRate: Math.max(1, Math.round(perSecond)),
    duration: seconds,
  });
  if (non2xx + errors + timeouts > 0) {
    throw new Error(
      `of ${requests.total} answers ${non2xx} were errors; ${errors} broke off, ${timeouts} were late`,
    );
  }
  return { perSecond: requests.total / duration, p99Ms: latency.p99 };
}
