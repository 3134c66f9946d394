import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { TracingSettings } from '../config/settings.js';
import type { TrackedRequest } from '../http/request-context.js';
import type { RequestEnd } from '../http/connections/request-follower.js';
import type { SpanTracer } from './span-tracer.js';

declare module '../http/request-context.js' {
  interface TrackedRequest {
    /** Undefined if requests are not traced. */
    span?: Span;
  }
}

/** A span that waits for work shared by several requests. */
export interface Asker {
  /** Null if the span is not recorded. */
  readonly span: Span | null;
}

/** Null without a collector; then the functions here only check this. */
let tracer: SpanTracer | null = null;

/** Starts tracing. Without settings, OpenTelemetry is not loaded. */
export async function openTracing(settings: TracingSettings | null, logger: Logger): Promise<void> {
  if (settings === null) return;
  const { SpanTracer } = await import('./span-tracer.js');
  tracer = await SpanTracer.open(settings, logger);
}

/** Sends the ended spans if the collector accepts them in time. */
export async function closeTracing(): Promise<void> {
  await tracer?.close();
}

/** Runs a request's handling in a span that continues the trace of the caller's `traceparent`. */
export function traceRequest<T>(request: TrackedRequest, answer: () => T): T {
  return tracer === null ? answer() : tracer.request(request, answer);
}

/** Ends the span of a request. */
export function endRequestSpan(request: TrackedRequest, end: RequestEnd): void {
  tracer?.endRequest(request, end);
}

/** Runs a job in its own trace. */
export function traceJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.job(name, work);
}

/** Runs a call of another service in a child span of the current one. */
export function traceCall<T extends { status: number }>(
  method: string,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  return tracer === null ? work() : tracer.call(method, url, work);
}

/**
 * Runs a statement in a child span of the current one; without one, for example during the start, untraced.
 *
 * @param args the arguments of pg's `query`
 */
export function traceStatement<T>(args: readonly unknown[], work: () => T): T {
  return tracer === null ? work() : tracer.statement(args, work);
}

/** Returns the current span if it is recorded. */
export function spanAtHand(): Span | null {
  return tracer === null ? null : tracer.recordingSpan;
}

/** Adds the current span to a list, if it is recorded. */
export function noteAsker(askers: Asker[]): void {
  const span = spanAtHand();
  if (span !== null) askers.push({ span });
}

/** Runs work that several requests share, in a span of the first recorded parent with links to the others. */
export function traceShared<T>(
  name: string,
  askers: readonly Asker[],
  work: () => Promise<T>,
): Promise<T> {
  return tracer === null ? work() : tracer.shared(name, askers, work);
}

/** Returns the fields of a log line for the current span. */
export function traceFields(): object {
  return tracer === null ? {} : tracer.logFields;
}
