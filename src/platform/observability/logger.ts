import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config/settings.js';
import { LinesOfTurn } from './lines-of-turn.js';
import { TerminalOutput } from './readable-lines.js';
import { traceFields } from './tracing/tracing.js';

/** Nest's injection token of the logger. */
export const LOGGER = Symbol('logger');

/** Writes nothing. There is one for all, because each log of `openLog` flushes ten times a second until the process ends. */
export const SILENT_LOG: Logger = pino({ level: 'silent' });

/** Maximum size of the library's buffer. */
const BUFFERED_BYTES = 16 * 1024 - 1;
/** Amount of unread output above which lines are dropped, so that memory is limited. */
const HELD_BYTES_MAX = 16 * 1024 * 1024;
const FLUSH_MS = 100;

/**
 * Creates a logger that writes to standard output: JSON lines, or readable ones for a terminal. It writes in the background
 * within a moment, and at the end of the process.
 */
export function openLog(level: LogLevel): Logger {
  const destination = pino.destination({
    sync: false,
    minLength: BUFFERED_BYTES,
    maxLength: HELD_BYTES_MAX,
    periodicFlush: FLUSH_MS,
  });
  const output = process.stdout.isTTY
    ? new TerminalOutput(destination)
    : new LinesOfTurn(destination);
  const timestamp = pino.stdTimeFunctions.isoTime;
  const options = { level, base: null, timestamp, mixin: traceFields };
  return pino(options, output);
}

/** Forwards Nest's own messages. Its messages about modules and routes have debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: string, context?: string): void {
    this.logger.debug({ context }, message);
  }

  warn(message: string, context?: string): void {
    this.logger.warn({ context }, message);
  }

  error(message: string, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, message);
  }
}
