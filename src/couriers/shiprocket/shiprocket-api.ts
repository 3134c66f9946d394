import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import type { HttpAnswer } from '../../platform/http/exchange/exchange.js';
import type { CourierSessions } from '../courier-description.js';
import { CourierKeysRefused, CourierUnknown } from '../courier-errors.js';
import { callCourier, type CourierHosts } from '../courier-http.js';
import { toText } from '../courier-texts.js';
import { refusalOf } from './refusals.js';

/** Shiprocket's tokens last for ten days. */
const TOKEN_MS = 240 * 60 * 60 * 1000;

export interface ShiprocketSettings extends CourierHosts {
  address: string;
  email: string;
  password: string;
  session: CourierSessions;
  timeoutMs: number;
}

/** Shiprocket's API: its token, errors, and answers that say nothing. */
export class ShiprocketApi {
  constructor(private readonly settings: ShiprocketSettings) {}

  get(path: string, query: Record<string, string> = {}): Promise<ShiprocketAnswer> {
    const text = new URLSearchParams(query).toString();
    return this.call('GET', text === '' ? path : `${path}?${text}`);
  }

  post(path: string, json: object): Promise<ShiprocketAnswer> {
    return this.call('POST', path, json);
  }

  /** Reads a file that an answer names. It may be on a host of others, which must not see the token. @throws CourierUnknown */
  async file(url: string): Promise<Buffer> {
    const { timeoutMs } = this.settings;
    const answer = await callCourier({ method: 'GET', url, headers: {}, timeoutMs }, this.settings);
    if (answer.status !== 200) throw new CourierUnknown(`a file with status ${answer.status}`);
    return Buffer.from(answer.bytes);
  }

  /**
   * Makes a call with the token that all instances share. One that has ended is renewed once; a call that was refused for it was
   * not executed.
   */
  private async call(
    method: 'GET' | 'POST',
    path: string,
    json?: object,
  ): Promise<ShiprocketAnswer> {
    const { session } = this.settings;
    const logIn = (): Promise<{ token: string; endsAt: Date }> => this.logIn();
    const { token, isNew } = await session.token(logIn);
    const first = await this.send(method, path, { json, token });
    if (first.status !== 401) return toAnswer(first);
    if (isNew) throw keysRefused(first);
    const renewed = await session.token(logIn, token);
    const second = await this.send(method, path, { json, token: renewed.token });
    if (second.status === 401) throw keysRefused(second);
    return toAnswer(second);
  }

  private async logIn(): Promise<{ token: string; endsAt: Date }> {
    const { email, password } = this.settings;
    const endsAt = new Date(Date.now() + TOKEN_MS);
    const answer = await this.send('POST', '/auth/login', { json: { email, password } });
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      throw keysRefused(answer);
    }
    const token = toText(toAnswer(answer).object.token, Infinity);
    if (token === '') throw new CourierUnknown('a session without a token');
    return { token, endsAt };
  }

  private send(
    method: 'GET' | 'POST',
    path: string,
    { json, token }: { json?: object | undefined; token?: string },
  ): Promise<HttpAnswer> {
    const { address, timeoutMs } = this.settings;
    const headers = {
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    };
    const call = { method, url: `${address}${path}`, headers, timeoutMs };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    return callCourier({ ...call, ...body }, this.settings);
  }
}

/** @throws CourierUnknown for an answer that says nothing about the request; CourierKeysRefused */
function toAnswer(answer: HttpAnswer): ShiprocketAnswer {
  const { status, body } = answer;
  if (status === 429) throw new CourierUnknown('status 429', true);
  if (status >= 500) throw new CourierUnknown(`status ${status}`);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    // A page of a firewall, which counts calls.
    throw new CourierUnknown(`status ${status} without an object`, status === 403);
  }
  if (status === 403) throw keysRefused(answer);
  const object = toObject(body);
  // Some refusals have their status in the answer alone; that of an order is below 100.
  const told = typeof object.status_code === 'number' ? object.status_code : 0;
  return new ShiprocketAnswer(told >= 400 ? told : status, object);
}

function keysRefused({ status, body }: HttpAnswer): CourierKeysRefused {
  return new CourierKeysRefused(wordsIn(toObject(body)) || `status ${status}`);
}

export class ShiprocketAnswer {
  constructor(
    readonly status: number,
    readonly object: JsonObject,
  ) {}

  /** Why Shiprocket declined, in its words. */
  get words(): string {
    return wordsIn(this.object);
  }

  get isError(): boolean {
    return this.status >= 400;
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** Returns the object of an answer that declines nothing. @throws CourierRefused */
  accepted(): JsonObject {
    if (this.isError) throw refusalOf(this.words);
    return this.object;
  }
}

/** Reads the problems of an answer: a text, or texts for each field. */
function wordsIn({ message, errors, error }: JsonObject): string {
  const said = [message, errors, error].flatMap(textsIn).filter((text) => text !== '');
  return toText([...new Set(said)].join('; '));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [toText(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
