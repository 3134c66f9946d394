import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ClientRequest } from './caller.js';

/**
 * One line a request when it ends: ids, route pattern, status and milliseconds. Never a path,
 * header or body as it was sent: they hold tokens and customers' data.
 */
export function accessLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const route = request.route as { path: string } | undefined;
      logger.info(
        {
          requestId: response.getHeader('X-Request-Id'),
          clientId: (request as ClientRequest).caller?.clientId,
          method: request.method,
          route: route?.path,
          status: response.statusCode,
          ms: Math.round((performance.now() - startedAt) * 100) / 100,
          aborted: response.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    next();
  };
}
