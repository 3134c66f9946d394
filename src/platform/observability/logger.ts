import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config/settings.js';
import { traceFields } from './tracing.js';

/** Nest's injection token of the logger. */
export const LOGGER = Symbol('logger');

/** The most that the library collects. */
const BUFFERED_BYTES = 16 * 1024 - 1;
/** When standard output is not read, lines beyond this are dropped, so that the service does not run out of memory. */
const HELD_BYTES_MAX = 16 * 1024 * 1024;
const FLUSH_MS = 100;

/** Where log lines go. */
export interface LogOutput {
  write(text: string): unknown;
}

/** A logger, and the output that it writes to. */
export interface Log {
  logger: Logger;
  output: LogOutput;
}

/**
 * JSON lines on standard output, written in the background: some at a time, within a moment, and at the end of
 * the process.
 */
export function openLog(level: LogLevel): Log {
  const output = pino.destination({
    sync: false,
    minLength: BUFFERED_BYTES,
    maxLength: HELD_BYTES_MAX,
    periodicFlush: FLUSH_MS,
  });
  const timestamp = pino.stdTimeFunctions.isoTime;
  const options = { level, base: null, timestamp, mixin: traceFields };
  return { logger: pino(options, output), output };
}

/** Nest's own messages; its news of every module and route is for debugging. */
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
