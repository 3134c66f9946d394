import { ExportResultCode, parseKeyPairsIntoRecord, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { TracingSettings } from '../../config/settings.js';

/** Sends spans to the collector. Logs once when they are refused, and once when they are accepted again. */
export async function openExporter(
  { endpoint, headers, protocol }: TracingSettings,
  logger: Logger,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers ?? undefined),
  });
  return new ReportingExporter(exporter, logger);
}

class ReportingExporter implements SpanExporter {
  private isTaken = true;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.note(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note({ code, error }: ExportResult): void {
    const isTaken = code === ExportResultCode.SUCCESS;
    if (isTaken === this.isTaken) return;
    this.isTaken = isTaken;
    if (isTaken) this.logger.info('the collector accepts traces again');
    else
      this.logger.warn({ reason: error?.message }, 'the collector refuses traces; they are lost');
  }
}
