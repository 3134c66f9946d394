import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import type { TrackedRequest } from './request-context.js';

/**
 * Writes one log line and one observation a request when it ends: ids, route pattern, status and time.
 * Never a path, header or body as it was sent: they hold tokens and customers' data.
 */
export type AccessLog = (request: TrackedRequest, response: ServerResponse) => void;

/** @param onEnd called for each request when its answer was sent, or its connection lost */
export function accessLog(logger: Logger, metrics: Metrics, onEnd: () => void): AccessLog {
  return (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      onEnd();
      const ms = performance.now() - startedAt;
      const method = request.method ?? '';
      const route = request.route?.path ?? 'none';
      const status = response.statusCode;
      metrics.observe({ method, route, status, seconds: ms / 1000 });
      logger.info(
        {
          requestId: request.requestId,
          clientId: request.caller?.clientId,
          method,
          route,
          status,
          ms: Math.round(ms * 100) / 100,
          aborted: response.writableFinished ? undefined : true,
        },
        'request',
      );
    });
  };
}
