import { styleText } from 'node:util';

/** A line of the log; see the access log for those of requests. */
interface LogLine {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string };
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
}

const WARN = 40;
const ERROR = 50;
const CLOCK = 'hh:mm:ss';

/** The output of a terminal: the JSON lines of the log in a form for people. */
export class TerminalOutput {
  constructor(private readonly terminal: { write(text: string): unknown }) {}

  write(text: string): void {
    this.terminal.write(text.replace(/^\{.+\}$/gm, readableLine));
  }
}

function readableLine(json: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    method,
    route,
    status,
    ms,
    ...rest
  } = JSON.parse(json) as LogLine;
  const clock = new Date(time).toTimeString().slice(0, CLOCK.length);
  const said =
    status === undefined || method === undefined
      ? styleText(level >= ERROR ? 'red' : level >= WARN ? 'yellow' : 'bold', msg)
      : `${styleText(colorOf(status), String(status))} ${method.padEnd('DELETE'.length)} ${route} ${styleText('dim', `${ms} ms`)}`;
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const parts = [
    styleText('dim', clock),
    said,
    ...details.map((detail) => styleText('dim', detail)),
  ];
  const line = parts.join(' ');
  return err?.stack === undefined ? line : `${line}\n${err.stack}`;
}

function colorOf(status: number): 'green' | 'yellow' | 'red' {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}
