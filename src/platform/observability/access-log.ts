import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { LogOutput } from './logger.js';
import type { Metrics } from './metrics.js';
import type { TrackedRequest } from '../http/request-context.js';

/**
 * Writes one log line and one observation a request when it ends: ids, route pattern, status, error code and time.
 * Never a path, header or body as it was sent: they hold tokens and customers' data.
 */
type AccessLog = (request: TrackedRequest, response: ServerResponse) => void;

/**
 * @param output where the logger writes its lines
 * @param onEnd called for each request when its answer was sent, or its connection lost
 */
export function accessLog(
  logger: Logger,
  output: LogOutput,
  metrics: Metrics,
  onEnd: (request: TrackedRequest) => void,
): AccessLog {
  const write = lineWriter(logger, output);
  return (request, response) => {
    const startedAt = performance.now();
    response.on('close', () => {
      onEnd(request);
      const ms = performance.now() - startedAt;
      const method = request.method ?? '';
      const route = request.route?.path ?? 'none';
      const status = response.statusCode;
      metrics.observe({ method, route, status, seconds: ms / 1000 });
      write({
        requestId: request.requestId ?? '',
        caller: request.loggedAs,
        method,
        route,
        status,
        code: request.refusal?.code,
        ms: Math.round(ms * 100) / 100,
        isAborted: !response.writableFinished,
      });
    });
  };
}

interface Line {
  requestId: string;
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
    const code = line.code === undefined ? '' : `"code":"${line.code}",`;
    const end = line.isAborted ? ',"aborted":true' : '';
    const text = `{"level":30,"time":"${time}","requestId":"${line.requestId}",${caller}"method":"${line.method}","route":"${line.route}","status":${line.status},${code}"ms":${line.ms}${end},"msg":"request"}\n`;
    if (lines.push(text) === 1) setImmediate(flush);
  };
}
