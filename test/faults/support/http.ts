/** Outcome of a request; times in milliseconds of one clock. */
export interface Answer {
  /** 0: there was no answer. */
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  sentAt: number;
  endedAt: number;
  /** Reason for a missing answer. */
  failure: string | null;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Beyond every limit of the service: what takes so long has no answer. */
const WAIT_LIMIT_MS = 30_000;

/** Sends a request with a JSON body or none; never throws. */
export async function send(
  url: string,
  { method = 'GET', headers, body }: Call = {},
): Promise<Answer> {
  const sentAt = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WAIT_LIMIT_MS),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: parsed(text),
      headers: response.headers,
      sentAt,
      endedAt: performance.now(),
      failure: null,
    };
  } catch (error) {
    const { message, cause } = error as Error;
    return {
      status: 0,
      body: {},
      headers: new Headers(),
      sentAt,
      endedAt: performance.now(),
      failure: cause instanceof Error ? `${message}: ${cause.message}` : message,
    };
  }
}

export function duration({ sentAt, endedAt }: Answer): number {
  return endedAt - sentAt;
}

/** Counts how many answers there were of each status, e.g. `{ 201: 12, 503: 1 }`; 0 stands for no answer. */
export function statuses(answers: readonly Pick<Answer, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Fails unless every answer is one of these, and every 503 says when to come again. */
export function expectOnly(answers: readonly Answer[], ...allowed: number[]): void {
  const odd = answers.filter(
    ({ status, headers }) =>
      !allowed.includes(status) ||
      (status === 503 && !/^\d+$/.test(headers.get('retry-after') ?? '')),
  );
  expect(odd.slice(0, 3)).toEqual([]);
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}
