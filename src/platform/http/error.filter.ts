import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Logger } from 'pino';
import {
  databaseError,
  isDatabaseUnavailable,
  isUnfitValue,
  UnavailableError,
} from '../database/database-errors.js';
import { whenRead } from './connections/unread-body.js';
import { AppError, ERRORS, errorBody, helpLink, type ErrorCode } from './errors.js';
import type { AnswerSink } from './header-sink.js';
import { JSON_TYPE, takesPage } from './representation/representation.js';
import type { TrackedRequest } from './request-context.js';
import type { Routes } from './routes.js';
import { PERMISSIONS_POLICY } from './security-headers.js';

const UNAVAILABLE_SECONDS = 1;
const OUTAGE_REPORT_MS = 1_000;
/** The APIs whose codes are not on the page of errors; case-insensitive, as the router's own paths are. */
const OTHER_APIS = /^\/(admin|dashboard)(\/|\?|$)/i;

/** Codes of Node for a caller that left before its file was sent, or before sending began. */
const ABORTED = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Addresses whose errors are JSON for every caller. */
const FOR_PROGRAMS = /^\/(api|admin|dashboard\/api|health|metrics)(\/|\?|$)/i;

interface RefusalParts {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

/** Answers every error in the one shape. Logs only what is our fault, without any value of the request. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private outageReportedAtMs = 0;

  /**
   * @param notFoundPage reads the page for browsers at an address that does not exist; null until it is built
   */
  constructor(
    private readonly logger: Logger,
    private readonly notFoundPage: () => Buffer | null,
    private readonly routes: Routes,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const response = http.getResponse<AnswerSink>();
    const allowed = this.allowedAt(thrown, request);
    const { status, headers, body }: RefusalParts =
      allowed.length > 0 && request.method === 'OPTIONS'
        ? { status: 204, headers: [['Cache-Control', 'no-store']], body: undefined }
        : this.forBrowsers(this.refuse(thrown, request, allowed.length > 0), request);
    if (allowed.length > 0) headers.push(['Allow', allowed.join(', ')]);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    whenRead(request, (isWhole) => {
      if (!isWhole) response.setHeader('Connection', 'close');
      response.statusCode = status;
      for (const [name, value] of headers) response.setHeader(name, value);
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  }

  /** Lists the methods of an address for `Allow`; empty if the request's method is one of them, or if there is no route. */
  private allowedAt(thrown: unknown, { method = '', url = '' }: TrackedRequest): string[] {
    const isUnrouted = thrown instanceof NotFoundException;
    if (!isUnrouted && !isMissing(thrown)) return [];
    const [path = ''] = url.split('?');
    const methods = this.routes.methodsAt(path, !isUnrouted);
    if (methods.length === 0 || methods.includes(method === 'HEAD' ? 'GET' : method)) return [];
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  }

  /** Makes the answer with a page as its body, if a browser looks for a page that does not exist. */
  private forBrowsers(
    parts: RefusalParts,
    { method = '', url = '', headers, refusal }: TrackedRequest,
  ): RefusalParts {
    if (refusal?.code !== 'route_not_found' || FOR_PROGRAMS.test(url)) return parts;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || !takesPage(headers)) return parts;
    const body = this.notFoundPage();
    if (body === null) return parts;
    return {
      status: parts.status,
      headers: [
        ['Cache-Control', 'no-store'],
        ['Permissions-Policy', PERMISSIONS_POLICY],
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Length', String(body.length)],
      ],
      body,
    };
  }

  /** Makes the parts of the answer to an error; logs faults of the service. */
  private refuse(thrown: unknown, request: TrackedRequest, isWrongMethod: boolean): RefusalParts {
    const { requestId = '' } = request;
    const error = isWrongMethod ? new AppError('method_not_allowed') : toAppError(thrown);
    const { status } = ERRORS[error.code];
    request.refusal = { status, code: error.code, fields: error.fields };
    // A caller that disconnects before it has the whole response is not a fault of the service.
    if (!isAborted(thrown)) {
      if (status === 500 || isUnfitValue(thrown)) this.report(thrown, requestId);
      else if (isDatabaseUnavailable(thrown)) this.reportOutage(thrown);
    }
    const body = Buffer.from(JSON.stringify(errorBody(error, requestId)));
    const headers: RefusalParts['headers'] = [];
    if (status === 401) headers.push(['WWW-Authenticate', schemeOf(error.code)]);
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds !== null) headers.push(['Retry-After', String(retryAfterSeconds)]);
    if (!OTHER_APIS.test(request.url ?? '')) headers.push(['Link', helpLink(error.code)]);
    headers.push(
      ['Cache-Control', 'no-store'],
      ['Content-Type', JSON_TYPE],
      ['Content-Length', String(body.length)],
    );
    return { status, headers, body };
  }

  /** Logs an outage at most once a second, because thousands of requests fail in one. */
  private reportOutage(thrown: unknown): void {
    const now = Date.now();
    if (now - this.outageReportedAtMs < OUTAGE_REPORT_MS) return;
    this.outageReportedAtMs = now;
    const { code } = databaseError(thrown) ?? {};
    // Of the service's own making: it names what is wrong with the database, and no value of the request.
    const reason = thrown instanceof UnavailableError ? thrown.message : undefined;
    this.logger.warn({ code, reason }, 'the database does not answer');
  }

  private report(thrown: unknown, requestId: string): void {
    const fault = databaseError(thrown);
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    this.logger.error(
      // A database error's message may quote values; its code and constraint say enough.
      fault === null ? { requestId, stack } : { requestId, ...fault },
      'request failed',
    );
  }
}

/** Users sign in with a session cookie, for which there is no registered scheme. */
function schemeOf(code: ErrorCode): string {
  return code === 'not_signed_in' || code === 'sign_in_failed' ? 'Session' : 'Bearer';
}

/** Returns true if another route may answer the refused request: credentials are missing, or nothing has this path. */
function isMissing(thrown: unknown): boolean {
  return thrown instanceof AppError && [401, 404].includes(ERRORS[thrown.code].status);
}

function isAborted(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ABORTED.has(thrown.code);
}

/** Returns true if the error is one of Nest's own: no route matches, or the path cannot be decoded. */
function isUnroutable(thrown: unknown): boolean {
  return thrown instanceof HttpException && thrown.getStatus() < 500;
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseUnavailable(thrown)) {
    return new AppError('unavailable', { retryAfterSeconds: UNAVAILABLE_SECONDS });
  }
  if (isUnfitValue(thrown)) return new AppError('validation_failed');
  return new AppError(isUnroutable(thrown) ? 'route_not_found' : 'internal_error');
}
