import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { TracingSettings } from '../config/settings.js';
import type { TrackedRequest } from '../http/request-context.js';
import type { RequestEnd } from '../http/connections/request-follower.js';
import type { SpanTracer } from './span-tracer.js';

declare module '../http/request-context.js' {
  interface TrackedRequest {
    /** Undefined where requests are not traced. */
    span?: Span;
  }
}

/** Who waits for work that is done once for several. */
export interface Asker {
  /** Null where nothing of it is recorded. */
  readonly span: Span | null;
}

/** Null where there is no collector: then none of the functions here does more than look at this. */
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

/** Ends the span of a request. */
export function endRequestSpan(request: TrackedRequest, end: RequestEnd): void {
  tracer?.endRequest(request, end);
}

/** Runs a job in a trace of its own. */
export function traceJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.job(name, work);
}

/** Runs a call of another service in a span of what is at hand. */
export function traceCall<T extends { status: number }>(
  method: string,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  return tracer === null ? work() : tracer.call(method, url, work);
}

/**
 * Runs a statement in a span of what is at hand; where nothing is, as while the service starts, without one.
 *
 * @param args the statement as pg's `query` takes it
 */
export function traceStatement<T>(args: readonly unknown[], work: () => T): T {
  return tracer === null ? work() : tracer.statement(args, work);
}

/** Returns the span at hand, where it is recorded. */
export function spanAtHand(): Span | null {
  return tracer === null ? null : tracer.recordingSpan;
}

/** Adds the span at hand, where it is recorded, to those that wait. */
export function noteAsker(askers: Asker[]): void {
  const span = spanAtHand();
  if (span !== null) askers.push({ span });
}

/** Runs work that is done once for several, in a span of the first of them that is recorded, with links to the others. */
export function traceShared<T>(
  name: string,
  askers: readonly Asker[],
  work: () => Promise<T>,
): Promise<T> {
  return tracer === null ? work() : tracer.shared(name, askers, work);
}

/** What a log line says of the span at hand. */
export function traceFields(): object {
  return tracer === null ? {} : tracer.logFields;
}
