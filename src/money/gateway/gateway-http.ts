import { traceCall } from '../../platform/observability/tracing/tracing.js';
import { GatewayUnknown } from './gateway-errors.js';

const TIMEOUT_MS = 3_000;

/** A request to the gateway, or from the sandbox to this service. */
export interface HttpCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** An answer; the body is null unless it is JSON. */
export interface HttpAnswer {
  status: number;
  body: unknown;
}

/**
 * Sends a request to the gateway or to the service itself. Only the export of traces (`span-exporter.ts`) sends HTTP requests
 * in another way.
 *
 * @throws GatewayUnknown if no complete answer arrived within three seconds: the request may have been executed
 */
export async function exchange({ url, ...call }: HttpCall): Promise<HttpAnswer> {
  try {
    return await traceCall(call.method, url, async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { ...call, signal, redirect: 'error' });
      const text = await response.text();
      return { status: response.status, body: parsed(text) };
    });
  } catch (error) {
    throw new GatewayUnknown(`no answer: ${(error as Error).name}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
