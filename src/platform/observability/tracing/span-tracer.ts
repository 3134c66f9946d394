import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { TracingSettings } from '../../config/settings.js';
import { databaseError } from '../../database/database-errors.js';
import type { TrackedRequest } from '../../http/request-context.js';
import type { RequestEnd } from '../../http/connections/request-follower.js';
import { openExporter } from './span-exporter.js';
import type { SpanParent } from './span-parent.js';

const SERVICE_NAME = 'wholesale-store-orders';
/** Longest wait of the shutdown for the collector. */
const CLOSE_MS = 2_000;
const LINKS_MAX = 32;
/** Characters of a statement's text. */
const TEXT_MAX = 500;

interface SpanForm extends SpanOptions {
  name: string;
}

/** The forms in which pg takes a statement. */
type Statement = string | { name?: string; text?: string; values?: unknown[] };

/**
 * Records spans and sends them in the background. Attributes contain only ids, patterns and counts.
 * - never a path, header or body as it was sent
 * - never a value of a statement, nor the message of an error, which can quote one
 */
export class SpanTracer {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly current = new AsyncLocalStorage<Span | null>();

  private constructor(exporter: SpanExporter, logger: Logger) {
    // What OpenTelemetry says of these variables. Later it would repeat itself with each batch that is not sent.
    const report = (message: string): void => logger.warn(message);
    const quiet = (): void => undefined;
    const diagnostics = { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet };
    diag.setLogger(diagnostics, DiagLogLevel.WARN);
    const service = { 'service.name': SERVICE_NAME, 'service.instance.id': randomUUID() };
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes(service).merge(
        detectResources({ detectors: [envDetector] }),
      ),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    diag.disable();
    this.tracer = this.provider.getTracer(SERVICE_NAME);
  }

  /** Reads the sampler and the limits from the variables that OpenTelemetry names. */
  static async open(settings: TracingSettings, logger: Logger): Promise<SpanTracer> {
    return new SpanTracer(await openExporter(settings, logger), logger);
  }

  /** The current span; null without one or if it is not recorded. */
  get recordingSpan(): Span | null {
    const span = this.current.getStore() ?? null;
    return span?.isRecording() ? span : null;
  }

  /** Fields for log lines. They name the trace even if it is not recorded here. */
  get logFields(): object {
    const context = this.current.getStore()?.spanContext();
    return context === undefined ? {} : { traceId: context.traceId, spanId: context.spanId };
  }

  /** Runs the answer in the span that {@link endRequest} ends. */
  request<T>(request: TrackedRequest, answer: () => T): T {
    const parent = this.propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const method = request.method ?? '';
    const attributes = { 'http.request.method': method, 'request.id': request.requestId ?? '' };
    const span = this.start({ name: method, kind: SpanKind.SERVER, attributes }, parent);
    request.span = span;
    return this.current.run(span, answer);
  }

  /** Says how a request ended. */
  endRequest(request: TrackedRequest, { status, isAborted }: RequestEnd): void {
    const { span, method = '', route, refusal } = request;
    if (span === undefined) return;
    if (span.isRecording()) {
      if (route !== undefined) span.updateName(`${method} ${route.path}`);
      for (const [name, id] of Object.entries(request.loggedAs ?? {})) span.setAttribute(name, id);
      span.setAttributes({
        'http.response.status_code': status,
        ...(route !== undefined && { 'http.route': route.path }),
        ...(refusal !== undefined && { 'error.type': refusal.code }),
        ...(isAborted && { aborted: true }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }

  /** Runs a job in a trace of its own. */
  job<T>(name: string, work: () => Promise<T>): Promise<T> {
    const form = { name: `job ${name}`, kind: SpanKind.INTERNAL, attributes: {} };
    return this.run(form, ROOT_CONTEXT, work);
  }

  /** Runs a call of another service; only the host of its address is recorded. */
  call<T extends { status: number }>(
    method: string,
    url: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
    return this.run({ name: method, kind: SpanKind.CLIENT, attributes }, this.context, async () => {
      const answer = await work();
      this.recordingSpan?.setAttribute('http.response.status_code', answer.status);
      return answer;
    });
  }

  /** Runs a statement in a child span of the recorded span. */
  statement<T>([query, values]: readonly unknown[], work: () => T): T {
    if (this.recordingSpan === null) return work();
    const span = this.start(statementForm(query, values), this.context);
    const result = this.current.run(span, work);
    if (result instanceof Promise) return this.ended(span, result) as T;
    // A cursor, or a statement with a callback: where it ends is not known here.
    span.end();
    return result;
  }

  /** Runs work for those of the parents that are recorded. */
  shared<T>(name: string, parents: readonly SpanParent[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = parents.flatMap(({ span }) => span ?? []);
    if (first === undefined) return this.current.run(null, work);
    const attributes = { 'shared.count': parents.length };
    const links = others.slice(0, LINKS_MAX).map((span) => ({ context: span.spanContext() }));
    const form = { name, kind: SpanKind.INTERNAL, attributes, links };
    return this.run(form, trace.setSpan(ROOT_CONTEXT, first), work);
  }

  /** Sends what has ended, and waits for a moment at most. */
  async close(): Promise<void> {
    const sent = this.provider.shutdown().catch(() => undefined);
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
  }

  private get context(): Context {
    const span = this.current.getStore();
    return span == null ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  }

  private run<T>(form: SpanForm, parent: Context, work: () => Promise<T>): Promise<T> {
    const span = this.start(form, parent);
    return this.ended(span, this.current.run(span, work));
  }

  private start(form: SpanForm, parent: Context): Span {
    return this.tracer.startSpan(form.name, form, parent);
  }

  private async ended<T>(span: Span, result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      span.setAttribute('error.type', databaseError(error)?.code ?? (error as Error).name);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

/** Picks the name and attributes of a statement's span. Includes the text only if the values are separate from it. */
function statementForm(query: unknown, given: unknown): SpanForm {
  const statement = query as Statement;
  const {
    name,
    text = '',
    values = given,
  } = typeof statement === 'string' ? { text: statement } : statement;
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
  return {
    name: name ?? operation,
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(Array.isArray(values) && { 'db.query.text': text.slice(0, TEXT_MAX) }),
    },
  };
}
