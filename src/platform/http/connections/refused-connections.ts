import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, ERRORS, errorBody, helpLink, type ErrorCode } from '../errors.js';
import { chooseRequestId } from '../request-context.js';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers input that Node does not report as a request, in the format of all errors: malformed HTTP, headers too large or too
 * slow, CONNECT. Requests that Node would refuse without a body are handled as usual.
 */
export function answerRefusedConnections(server: Server): void {
  /** By connection: the latest response, and the earlier ones that are still to be sent. */
  const responses = new WeakMap<Duplex, ServerResponse[]>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const ofSocket = responses.get(request.socket);
    if (ofSocket === undefined) {
      responses.set(request.socket, [response]);
    } else {
      while (ofSocket[0]?.writableFinished === true) ofSocket.shift();
      ofSocket.push(response);
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A caller that has sent nothing would read a refusal as the answer to its first request.
    const isUnused = (socket as Socket).bytesRead === 0;
    if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
      socket.destroy();
      return;
    }
    const [last, before] = responses.get(socket)?.toReversed() ?? [];
    // Answer earlier requests first: a caller must not read this error as the answer to one of them.
    if (last === undefined || last.req.complete) {
      afterwards(last, () => refuseNext(socket, error));
    } else if (last.headersSent) {
      // The request was cut off after its headers were answered.
      afterwards(last, () => socket.end());
    } else {
      // The error belongs to the current request, which was cut off or is too slow: its reader would wait indefinitely.
      afterwards(before, () => {
        refuseNext(socket, error);
        socket.once('finish', () => socket.destroy());
      });
    }
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    // Node no longer tracks this socket: a caller that keeps it open would delay the shutdown.
    socket.once('finish', () => socket.destroy());
    socket.resume();
    refuse(socket, 'route_not_found');
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Runs work after a response was sent, before Node ends a half-closed connection. */
function afterwards(response: ServerResponse | undefined, work: () => void): void {
  if (response === undefined || response.writableFinished) work();
  else response.prependOnceListener('finish', work);
}

/** Sends a refusal after the last answer. */
function refuseNext(socket: Duplex, error: NodeJS.ErrnoException): void {
  if (!socket.writable) return;
  // The caller itself announced with `Connection: close` that no request follows.
  if (error.code === 'HPE_CLOSED_CONNECTION') socket.end();
  else refuse(socket, codeOf(error));
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  return CODES[error.code ?? ''] ?? 'malformed_request';
}

function refuse(socket: Duplex, code: ErrorCode): void {
  const requestId = chooseRequestId(undefined);
  const { status } = ERRORS[code];
  const body = JSON.stringify(errorBody(new AppError(code), requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      `Link: ${helpLink(code)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
