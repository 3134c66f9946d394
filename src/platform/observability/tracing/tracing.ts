import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { TracingSettings } from '../../config/settings.js';
import { runShared, type TrackedRequest } from '../../http/request-context.js';
import type { RequestEnd } from '../../http/connections/request-follower.js';
import type { SpanParent } from './span-parent.js';
import type { SpanTracer } from './span-tracer.js';

declare module '../../http/request-context.js' {
  interface TrackedRequest {
    /** Undefined if requests are not traced. */
    span?: Span;
  }
}

/** Null without a collector: the functions below then only check this variable. */
let tracer: SpanTracer | null = null;

/** Begins to trace; without settings, OpenTelemetry is not even loaded. */
export async function openTracing(settings: TracingSettings | null, logger: Logger): Promise<void> {
  if (settings === null) return;
  const { SpanTracer } = await import('./span-tracer.js');
  tracer = await SpanTracer.open(settings, logger);
}

/** Sends the spans that have ended, if the collector takes them in time. */
export async function closeTracing(): Promise<void> {
  await tracer?.close();
}

/** Runs what answers a request in a span, which continues the trace of the caller's `traceparent`. */
export function traceRequest<T>(request: TrackedRequest, answer: () => T): T {
  return tracer === null ? answer() : tracer.request(request, answer);
}

export function endRequestSpan(request: TrackedRequest, end: RequestEnd): void {
  tracer?.endRequest(request, end);
}

/** Runs a job in a trace of its own. */
export function traceJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.job(name, work);
}

/** Runs a call of another service in a child of the current span. */
export function traceCall<T extends { status: number }>(
  method: string,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  return tracer === null ? work() : tracer.call(method, url, work);
}

/**
 * Runs a statement in a child of the current span, or untraced without one, for example during the start.
 *
 * @param args the statement as pg's `query` takes it
 */
export function traceStatement<T>(args: readonly unknown[], work: () => T): T {
  return tracer === null ? work() : tracer.statement(args, work);
}

/** Finds the current span if it is recorded. */
export function currentSpan(): Span | null {
  return tracer === null ? null : tracer.recordingSpan;
}

/** Adds the current span, if it is recorded, to those that wait for shared work. */
export function noteSpanParent(parents: SpanParent[]): void {
  const span = currentSpan();
  if (span !== null) parents.push({ span });
}

/**
 * Runs work that several requests wait for, in the context of none of them. Its span belongs to the first recorded one, and has
 * links to the others.
 */
export function traceShared<T>(
  name: string,
  parents: readonly SpanParent[],
  work: () => Promise<T>,
): Promise<T> {
  return runShared(() => (tracer === null ? work() : tracer.shared(name, parents, work)));
}

/** Makes the fields of a log line that name the current span. */
export function traceFields(): object {
  return tracer === null ? {} : tracer.logFields;
}
