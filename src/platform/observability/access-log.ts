import type { Logger } from 'pino';
import type { LogOutput } from './logger.js';
import type { Metrics } from './metrics.js';
import type { TrackedRequest } from '../http/request-context.js';
import type { RequestEnd } from '../http/connections/request-follower.js';

/**
 * Writer of one log line and one observation for each ended request: ids, route pattern, status, error code and time. It never
 * contains the path, a header or the body as sent, because they contain tokens and customers' data.
 */
type AccessLog = (request: TrackedRequest, end: RequestEnd) => void;

/** Creates the log. @param output the stream of the logger */
export function accessLog(logger: Logger, output: LogOutput, metrics: Metrics): AccessLog {
  const write = lineWriter(logger, output);
  return (request, { startedAtMs, status, isAborted }) => {
    const ms = performance.now() - startedAtMs;
    const method = request.method ?? '';
    const route = request.route?.path ?? 'none';
    metrics.observe({ method, route, status, seconds: ms / 1000 });
    write({
      requestId: request.requestId ?? '',
      traceId: request.span?.spanContext().traceId,
      caller: request.loggedAs,
      method,
      route,
      status,
      code: request.refusal?.code,
      ms: Math.round(ms * 100) / 100,
      isAborted,
    });
  };
}

interface Line {
  requestId: string;
  /** Trace id, if requests are traced. */
  traceId: string | undefined;
  caller: TrackedRequest['loggedAs'];
  method: string;
  route: string;
  status: number;
  /** The error code of a refused request. */
  code: string | undefined;
  ms: number;
  isAborted: boolean;
}

/**
 * Writes lines in the logger's format in a tenth of its time, because there is one for each request. The lines of one
 * turn of the event loop are written together.
 */
function lineWriter(logger: Logger, output: LogOutput): (line: Line) => void {
  if (!logger.isLevelEnabled('info')) return () => undefined;
  let lines: string[] = [];
  const flush = (): void => {
    output.write(lines.join(''));
    lines = [];
  };
  let atMs = 0;
  let time = '';
  return (line) => {
    const nowMs = Date.now();
    if (nowMs !== atMs) {
      atMs = nowMs;
      time = new Date(nowMs).toISOString();
    }
    // Nothing needs escaping: ids have plain characters; methods, routes and codes are constants.
    let caller = '';
    for (const name in line.caller) caller += `"${name}":${line.caller[name]},`;
    const trace = line.traceId === undefined ? '' : `"traceId":"${line.traceId}",`;
    const code = line.code === undefined ? '' : `"code":"${line.code}",`;
    const end = line.isAborted ? ',"aborted":true' : '';
    const text = `{"level":30,"time":"${time}","requestId":"${line.requestId}",${trace}${caller}"method":"${line.method}","route":"${line.route}","status":${line.status},${code}"ms":${line.ms}${end},"msg":"request"}\n`;
    if (lines.push(text) === 1) setImmediate(flush);
  };
}
