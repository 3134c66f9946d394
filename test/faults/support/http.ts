import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

/** Outcome of a request; times in milliseconds of one clock. */
export interface Answer {
  /** 0: there was no answer. */
  status: number;
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  sentAt: number;
  endedAt: number;
  /** Reason for a missing answer. */
  failure: string | null;
}

export interface Call {
  method?: string;
  /** May name a Host. */
  headers?: Record<string, string>;
  body?: unknown;
  /** Connections to use; default: those of all callers. */
  agent?: Agent;
}

/** Longer than every limit of the service, so a call that takes this long has no answer. */
const WAIT_LIMIT_MS = 30_000;

const ofAll = new Agent({ keepAlive: true });
/** To proxies of the tests, whose certificates no authority signed. */
const overTls = new TlsAgent({ keepAlive: true, rejectUnauthorized: false });

/** Sends a request with a JSON body or none; never throws. */
export async function send(url: string, call: Call = {}): Promise<Answer> {
  const sentAt = performance.now();
  const none = { status: 0, body: {}, headers: {} };
  const answer = await exchange(url, call).then(
    (received) => ({ ...received, failure: null }),
    (error: Error) => ({ ...none, failure: error.message }),
  );
  return { ...answer, sentAt, endedAt: performance.now() };
}

/** Makes a call; `fetch` takes more than twice the processor time. */
async function exchange(
  url: string,
  { method = 'GET', headers, body, agent }: Call,
): Promise<Pick<Answer, 'status' | 'body' | 'headers'>> {
  const content = body === undefined ? '' : JSON.stringify(body);
  const isTls = url.startsWith('https:');
  const sent = (isTls ? tlsRequest : request)(url, {
    agent: agent ?? (isTls ? overTls : ofAll),
    method,
    headers: {
      ...headers,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(content),
      }),
    },
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  // Once the response has begun, reading it fails.
  sent.on('error', () => undefined).end(content);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: told } = response;
  return { status, headers: told, body: parsed(await text(response)) };
}

export function duration({ sentAt, endedAt }: Answer): number {
  return endedAt - sentAt;
}

/** Returns the longest duration in ms; of any number of answers, which arguments of a function may not be. */
export function slowest(answers: readonly Answer[]): number {
  return answers.reduce((most, answer) => Math.max(most, duration(answer)), -Infinity);
}

/** Counts the answers of each status, for example `{ 201: 12, 503: 1 }`. 0 means no answer. */
export function statuses(answers: readonly Pick<Answer, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Fails unless every answer has one of these statuses, and every 503 has a time to retry. */
export function expectOnly(answers: readonly Answer[], ...allowed: number[]): void {
  const odd = answers.filter(
    ({ status, headers }) =>
      !allowed.includes(status) || (status === 503 && !/^\d+$/.test(headers['retry-after'] ?? '')),
  );
  expect(odd.slice(0, 3)).toEqual([]);
}

function parsed(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content) as Record<string, unknown>;
  } catch {
    return { text: content };
  }
}
