import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import type { TrackedRequest } from '../http/request-context.js';
import type { RequestEnd } from '../http/connections/request-follower.js';

/**
 * Writes one log line and one observation for each ended request: ids, route pattern, status, error code and time. Never the
 * path, a header or the body, because they contain tokens and customers' data.
 */
type AccessLog = (request: TrackedRequest, end: RequestEnd) => void;

export function accessLog(logger: Logger, metrics: Metrics): AccessLog {
  return (request, { startedAtMs, status, isAborted }) => {
    const { waitedMs = 0 } = request;
    // Waiting is no work: its time would hide that of the others.
    const ms = performance.now() - startedAtMs - waitedMs;
    const method = request.method ?? '';
    const route = request.route?.path ?? 'none';
    metrics.observe({ method, route, status }, ms / 1000);
    const traceId = request.span?.spanContext().traceId;
    logger.info(
      {
        requestId: request.requestId,
        ...(traceId !== undefined && { traceId }),
        ...request.loggedAs,
        method,
        route,
        status,
        code: request.refusal?.code,
        ms: Math.round(ms * 100) / 100,
        ...(waitedMs > 0 && { waitedMs: Math.round(waitedMs) }),
        ...(isAborted && { aborted: true }),
      },
      'request',
    );
  };
}
