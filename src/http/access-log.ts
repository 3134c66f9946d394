import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ClientRequest } from './caller.js';
import type { Metrics } from './metrics.js';

/**
 * One log line and one observation a request when it ends: ids, route pattern, status and time.
 * Never a path, header or body as it was sent: they hold tokens and customers' data.
 */
export function accessLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const { method } = request;
      const route = (request.route as { path: string } | undefined)?.path ?? 'none';
      const status = response.statusCode;
      metrics.observe({ method, route, status, seconds: ms / 1000 });
      logger.info(
        {
          requestId: response.getHeader('X-Request-Id'),
          clientId: (request as ClientRequest).caller?.clientId,
          method,
          route,
          status,
          ms: Math.round(ms * 100) / 100,
          aborted: response.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    next();
  };
}
