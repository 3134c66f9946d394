import type { OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody } from '../call.js';
import type { AnswerToCheck } from '../native/contract.js';
import type { TestApp } from '../app.js';
import { allEnded } from '../eventually.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { WireConnection, type RawAnswer } from '../wire-connection.js';

/** A request as it is sent. A header with several values is sent several times. */
export interface WireRequest {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
}

/** Response with everything that {@link Contract.check} reads. */
export interface WireAnswer extends AnswerToCheck {
  /** The names of the headers in their original order and spelling. */
  headerNames: string[];
}

const CONNECTIONS = 12;
const BUSY = 503;
const TRIES = 30;
const NO_BODY = Buffer.alloc(0);

/**
 * Sends unchanged requests to an app, over a few lasting connections.
 * - for tests with thousands of requests
 * - for requests that HTTP libraries would correct
 */
export class Wire {
  /** Number of requests that were repeated because their connection was closed just then. */
  resent = 0;
  private readonly idle: WireConnection[] = [];
  private readonly port: number;

  constructor(private readonly app: TestApp) {
    this.port = (app.server.address() as AddressInfo).port;
    atEndOfSuite(() => Promise.resolve(this.idle.forEach((connection) => connection.close())));
  }

  /** Sends a request. Its answer must be described in the OpenAPI documents. */
  async ask(sent: WireRequest): Promise<WireAnswer> {
    const answer = await this.send(sent);
    this.checkAnswer(sent, answer);
    return answer;
  }

  /** Throws unless an OpenAPI document describes this answer. An answer to HEAD needs no description. */
  checkAnswer({ method, path }: WireRequest, answer: WireAnswer): void {
    if (method !== 'HEAD') this.app.checkAnswer(method.toLowerCase(), path, answer);
  }

  /** Sends a request, and accepts any response. One that a busy machine refuses is sent again as `Retry-After` says. */
  async send(sent: WireRequest): Promise<WireAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.sendOnce(sent);
      const after = answer.headers['retry-after'];
      // One to HEAD has no body.
      const { code } = (answer.body as ErrorBody | null) ?? { code: 'unavailable' };
      const isBusy = answer.status === BUSY && code === 'unavailable' && after !== undefined;
      if (!isBusy || tries === TRIES) return answer;
      await pause(Number(after) * 1_000);
    }
  }

  private async sendOnce(sent: WireRequest): Promise<WireAnswer> {
    const { idle, port } = this;
    let connection = idle.pop();
    while (connection?.isOpen === false) connection = idle.pop();
    connection ??= new WireConnection(port);
    const body = bytesOf(sent);
    const { isUsed } = connection;
    try {
      const answer = await connection.ask(sent.method, headOf(sent, body.length, port), body);
      idle.push(connection);
      return readable(answer);
    } catch (error) {
      // An idle connection was closed just when it was to be used again.
      if (!isUsed || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      this.resent += 1;
      return this.sendOnce(sent);
    }
  }
}

/** Makes the bytes of a body, in one chunk if its headers say so. */
function bytesOf({ body, headers }: WireRequest): Buffer {
  const bytes = body === undefined ? NO_BODY : Buffer.from(body);
  if (headers?.['Transfer-Encoding'] !== 'chunked') return bytes;
  const last = '0\r\n\r\n';
  if (bytes.length === 0) return Buffer.from(last);
  const size = `${bytes.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(size), bytes, Buffer.from(`\r\n${last}`)]);
}

function headOf({ method, path, headers = {} }: WireRequest, length: number, port: number): string {
  let head = `${method} ${path} HTTP/1.1\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) head += `${name}: ${each}\r\n`;
  }
  const hasLength =
    headers['Transfer-Encoding'] === undefined &&
    (length > 0 || !/^(GET|HEAD|DELETE|OPTIONS)$/.test(method));
  const lengthLine = hasLength ? `Content-Length: ${length}\r\n` : '';
  return `${head}Host: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n${lengthLine}\r\n`;
}

function readable({ status, headers: raw, body: bytes }: RawAnswer): WireAnswer {
  const headers: Record<string, string> = {};
  for (const [written, value] of raw) {
    const name = written.toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const text = bytes.toString();
  const type = headers['content-type']?.split(';')[0] ?? '';
  const body: unknown = type === 'application/json' && text !== '' ? JSON.parse(text) : null;
  return { status, headers, headerNames: raw.map(([name]) => name), type, text, body };
}

/** Makes many calls, as many at a time as there are connections. Returns the answers by their keys. */
export async function answersTo<K, V>(asked: readonly K[], ask: (key: K) => Promise<V>) {
  const answers: V[] = [];
  const rest = asked.entries();
  const worker = async (): Promise<void> => {
    for (const [index, key] of rest) answers[index] = await ask(key);
  };
  await allEnded(Array.from({ length: CONNECTIONS }, worker));
  return answers;
}
