import type { Logger } from 'pino';
import type { LogOutput } from './logger.js';
import type { Metrics } from './metrics.js';
import type { TrackedRequest } from '../http/request-context.js';
import type { RequestEnd } from '../http/connections/request-follower.js';

/**
 * Writes one log line and one observation for a request that has ended: ids, route pattern, status, error code and time.
 * Never a path, header or body as it was sent: they hold tokens and customers' data.
 */
type AccessLog = (request: TrackedRequest, end: RequestEnd) => void;

/** @param output where the logger writes its lines */
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
  /** Where requests are traced. */
  traceId: string | undefined;
  caller: TrackedRequest['loggedAs'];
  method: string;
  route: string;
  status: number;
  /** The error code of a refusal. */
  code: string | undefined;
  ms: number;
  isAborted: boolean;
}

/**
 * Writes lines as the logger would, in a tenth of its time: of these there are as many as requests. Those of one
 * turn of the loop go out as one text.
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
    // Nothing to escape: ids are numbers or of plain characters, methods, routes and codes are known ones.
    let caller = '';
    for (const name in line.caller) caller += `"${name}":${line.caller[name]},`;
    const trace = line.traceId === undefined ? '' : `"traceId":"${line.traceId}",`;
    const code = line.code === undefined ? '' : `"code":"${line.code}",`;
    const end = line.isAborted ? ',"aborted":true' : '';
    const text = `{"level":30,"time":"${time}","requestId":"${line.requestId}",${trace}${caller}"method":"${line.method}","route":"${line.route}","status":${line.status},${code}"ms":${line.ms}${end},"msg":"request"}\n`;
    if (lines.push(text) === 1) setImmediate(flush);
  };
}
