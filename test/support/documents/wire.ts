import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerToCheck } from './contract.js';
import type { TestApp } from '../app.js';
import { allEnded } from '../eventually.js';
import { atEndOfSuite } from '../native/end-of-suite.js';

/** A request as it goes over the wire; a header with several values is sent several times. */
export interface WireRequest {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
}

/** Response with all that {@link Contract.check} reads. */
export interface WireAnswer extends AnswerToCheck {
  /** The names of the headers in the order and spelling in which they came. */
  headerNames: string[];
}

const CONNECTIONS = 12;

/**
 * Sender of requests to an app as they are, over a few lasting connections: for tests with thousands of
 * requests, and with requests that HTTP libraries would correct.
 */
export class Wire {
  /** Number of requests that were sent again because their connection was closed just then. */
  resent = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly port: number;

  constructor(private readonly app: TestApp) {
    this.port = (app.server.address() as AddressInfo).port;
    atEndOfSuite(() => this.agent.destroy());
  }

  /** Sends a request; its answer has to be one that the OpenAPI documents describe. */
  async ask(sent: WireRequest): Promise<WireAnswer> {
    const answer = await this.send(sent);
    this.checkAnswer(sent, answer);
    return answer;
  }

  /** Throws unless an OpenAPI document describes this answer; one to HEAD has nothing to describe. */
  checkAnswer({ method, path }: WireRequest, answer: WireAnswer): void {
    if (method !== 'HEAD') this.app.checkAnswer(method.toLowerCase(), path, answer);
  }

  /** Sends a request, and accepts any response. */
  async send(sent: WireRequest): Promise<WireAnswer> {
    const { method, path, headers = {}, body } = sent;
    const { agent, port } = this;
    return new Promise((resolve, reject) => {
      const sending = request(
        { host: '127.0.0.1', port, method, path, agent, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const type = response.headers['content-type']?.split(';')[0] ?? '';
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              headerNames: response.rawHeaders.filter((_, index) => index % 2 === 0),
              type,
              text,
              body: type === 'application/json' && text !== '' ? JSON.parse(text) : null,
            });
          });
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) => {
        // An idle connection was closed just when it was to be used again.
        if (!sending.reusedSocket || error.code !== 'ECONNRESET') return reject(error);
        this.resent += 1;
        resolve(this.send(sent));
      });
      sending.end(body);
    });
  }
}

/** Asks many things at once, as many at a time as there are connections; the answers by their keys. */
export async function answersTo<K, V>(asked: readonly K[], ask: (key: K) => Promise<V>) {
  const answers: V[] = [];
  const rest = asked.entries();
  const worker = async (): Promise<void> => {
    for (const [index, key] of rest) answers[index] = await ask(key);
  };
  await allEnded(Array.from({ length: CONNECTIONS }, worker));
  return answers;
}
