import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import { CourierKeysRefused, CourierUnknown } from '../courier-errors.js';
import type { HttpAnswer } from '../../platform/http/exchange/exchange.js';
import { callCourier, callCourierLong, type CourierHosts } from '../courier-http.js';
import { KEYS_REFUSED, refusalOf } from './refusals.js';
import { toText } from '../courier-texts.js';

/** The fields in which Delhivery says why it declined. */
const WORDS = ['rmk', 'Error', 'error', 'message', 'msg', 'detail', 'remark'];

const LONG_TIMEOUT_MS = 180_000;
const LONG_BYTES_MAX = 64 * 1024 * 1024;

export interface DelhiverySettings extends CourierHosts {
  address: string;
  token: string;
  timeoutMs: number;
}

/** Delhivery's API: authentication, errors, and answers that say nothing. */
export class DelhiveryApi {
  constructor(private readonly settings: DelhiverySettings) {}

  /** @returns JSON of a status below 500. @throws CourierUnknown, CourierRefused */
  async get(path: string, query: Record<string, string>): Promise<DelhiveryAnswer> {
    return this.send('GET', `${path}?${new URLSearchParams(query).toString()}`, {});
  }

  async send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { json, form }: { json?: object; form?: string },
  ): Promise<DelhiveryAnswer> {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = form ?? (json && JSON.stringify(json));
    const headers = { ...this.headers, 'Content-Type': type };
    const { address, timeoutMs } = this.settings;
    const call = { method, url: `${address}${path}`, headers, timeoutMs };
    const answer = await callCourier(
      { ...call, ...(body !== undefined && { body }) },
      this.settings,
    );
    return toAnswer(answer);
  }

  /** @yields the text of a long answer in chunks. @throws CourierUnknown */
  getLong(path: string): AsyncGenerator<string> {
    const url = `${this.settings.address}${path}`;
    const call = { method: 'GET', url, headers: this.headers, timeoutMs: LONG_TIMEOUT_MS } as const;
    return callCourierLong(call, this.settings, LONG_BYTES_MAX);
  }

  private get headers(): Record<string, string> {
    return { Authorization: `Token ${this.settings.token}`, Accept: 'application/json' };
  }
}

/** @throws CourierUnknown, CourierKeysRefused for an answer that says nothing about the request */
function toAnswer({ status, text, body }: HttpAnswer): DelhiveryAnswer {
  // Its firewall answers 403 to an address that calls too often.
  if (status === 403 || status === 429) throw new CourierUnknown(`status ${status}`, true);
  if (status >= 500) throw new CourierUnknown(`status ${status}`);
  const answer = new DelhiveryAnswer(status >= 400, text, body);
  const isRefused = status === 401 || (body === null && KEYS_REFUSED.test(text));
  if (isRefused) throw new CourierKeysRefused(answer.words || toText(text));
  return answer;
}

export class DelhiveryAnswer {
  constructor(
    readonly isError: boolean,
    readonly text: string,
    /** null: it is no JSON. */
    readonly json: unknown,
  ) {}

  /** An answer that is a list, a number or no JSON is an empty object. */
  get object(): JsonObject {
    return toObject(this.json);
  }

  /** Why Delhivery declined, in its words. */
  get words(): string {
    const fields = WORDS.flatMap((name) => toText(this.object[name]));
    const said = fields.find((text) => text !== '');
    return said ?? toText(listWords(this.json).join('; '));
  }

  /** Returns the object of an answer that declines nothing. @throws CourierUnknown, CourierRefused */
  accepted(): JsonObject {
    if (this.json === null) throw new CourierUnknown('an answer without JSON');
    const { object } = this;
    if (this.isError || object.success === false) throw refusalOf(this.words);
    return object;
  }
}

/** Lists the texts of a value, such as the problem of each field. */
function listWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((one) => typeof one === 'string');
}
