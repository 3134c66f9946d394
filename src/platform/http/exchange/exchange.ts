import { traceCall } from '../../observability/tracing/tracing.js';
import { parseExactly } from './exact-json.js';

const ANSWER_BYTES_MAX = 5 * 1024 * 1024;

/** A request to another company, or of the service to itself. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For the whole answer, not only for its beginning. */
  timeoutMs: number;
}

export class HttpAnswer {
  constructor(
    readonly status: number,
    readonly bytes: Uint8Array,
  ) {}

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** Null unless it is JSON. Whole numbers beyond 2^53 are texts. */
  get body(): unknown {
    return parseExactly(this.text);
  }
}

/** Error for a request without a complete answer. It may have been executed. */
export class HttpUnanswered extends Error {
  override readonly name = 'HttpUnanswered';
}

/**
 * Sends a request, and follows no redirect. All requests of the service go through this file, except traces
 * (`span-exporter.ts`) and those of the command `doctor`.
 *
 * @throws HttpUnanswered if no complete answer of at most 5 MB arrived in time
 */
export async function exchange({ url, timeoutMs, ...call }: HttpCall): Promise<HttpAnswer> {
  try {
    return await traceCall(call.method, url, async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { ...call, signal, redirect: 'error' });
      const chunks: Uint8Array[] = [];
      for await (const chunk of limited(response, ANSWER_BYTES_MAX)) chunks.push(chunk);
      return new HttpAnswer(response.status, Buffer.concat(chunks));
    });
  } catch (error) {
    throw unanswered(error as Error);
  }
}

/**
 * Sends a request whose answer is too long to be kept, such as a list of everything.
 *
 * @yields the chunks of the text of an answer with status 200
 * @throws HttpUnanswered for another status, and if the answer does not end in time or within `bytesMax`
 */
export async function* exchangeLong(call: HttpCall, bytesMax: number): AsyncGenerator<string> {
  const { url, timeoutMs, ...request } = call;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await traceCall(call.method, url, () =>
      fetch(url, { ...request, signal, redirect: 'error' }),
    );
    if (response.status !== 200) throw new RangeError(`status ${response.status}`);
    const decoder = new TextDecoder();
    for await (const bytes of limited(response, bytesMax)) {
      yield decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    throw unanswered(error as Error);
  }
}

function unanswered({ name, message }: Error): HttpUnanswered {
  return new HttpUnanswered(`no answer: ${name === 'RangeError' ? message : name}`);
}

/** Reads a body, and gives up a longer one at the limit. It counts what compressed bytes expand to. */
async function* limited({ body }: Response, bytesMax: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bytesMax) throw new RangeError(`it has more than ${bytesMax} bytes`);
    yield chunk;
  }
}
