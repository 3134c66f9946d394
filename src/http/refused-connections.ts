import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, ERRORS, errorBody, type ErrorCode } from './errors.js';
import { chooseRequestId } from './request-context.js';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what never became a request (bad HTTP, headers too large or too slow) in the one error shape. */
export function answerRefusedConnections(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'malformed_request';
    const requestId = chooseRequestId(undefined);
    const body = JSON.stringify(errorBody(new AppError(code), requestId));
    socket.end(
      [
        `HTTP/1.1 ${ERRORS[code].status} ${code}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        '',
        body,
      ].join('\r\n'),
    );
  });
}
