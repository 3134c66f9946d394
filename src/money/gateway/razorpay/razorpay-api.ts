import { GatewayRefused, GatewayUnknown } from '../gateway-errors.js';
import type { HttpAnswer } from '../../../platform/http/exchange/exchange.js';
import { callGateway } from '../gateway-http.js';
import { toObject, type JsonObject } from '../../../platform/http/exchange/json.js';

/**
 * Statuses that mean Razorpay refused the request. Other statuses leave the outcome open:
 * - 401: wrong keys
 * - 409: Razorpay still executes an earlier request with the same key
 * - 429: too many requests
 */
const REFUSALS = [400, 404, 422];
/** Razorpay's maximum page size for most lists. */
const PAGE_SIZE = 100;
const PAGES_MAX = 50;

export interface RazorpayKeys {
  keyId: string;
  keySecret: string;
}

/** Razorpay's REST API: authentication, errors and pages. */
export class RazorpayApi {
  constructor(
    private readonly keys: RazorpayKeys,
    private readonly baseUrl: string,
  ) {}

  /** @throws GatewayUnknown, GatewayRefused */
  async get(path: string): Promise<JsonObject> {
    const url = `${this.baseUrl}${path}`;
    return acceptedBody(await callGateway({ method: 'GET', url, headers: this.headers() }));
  }

  /** @throws GatewayUnknown, GatewayRefused */
  async post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<JsonObject> {
    return acceptedBody(
      await callGateway({
        method: 'POST',
        url: `${this.baseUrl}${path}`,
        headers: { ...this.headers(), 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  }

  /** Lists the items of all pages of a list. @throws GatewayUnknown, GatewayRefused */
  async listAll(
    path: string,
    query: Record<string, string> = {},
    pageSize = PAGE_SIZE,
  ): Promise<JsonObject[]> {
    const items: JsonObject[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const search = new URLSearchParams({
        ...query,
        count: `${pageSize}`,
        skip: `${items.length}`,
      });
      const found = itemsOf(await this.get(`${path}?${search.toString()}`));
      items.push(...found);
      if (found.length < pageSize) return items;
    }
    throw new GatewayUnknown(`more than ${PAGES_MAX * pageSize} items in ${path}`);
  }

  private headers(): Record<string, string> {
    const { keyId, keySecret } = this.keys;
    const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
    return { Authorization: `Basic ${credentials}`, Accept: 'application/json' };
  }
}

function acceptedBody({ status, body }: HttpAnswer): JsonObject {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject) throw new GatewayUnknown(`status ${status} without a JSON object`);
  const entity = toObject(body);
  if (status < 400) return entity;
  const { description } = toObject(entity.error);
  const said = typeof description === 'string' ? description : '';
  if (REFUSALS.includes(status)) throw new GatewayRefused(said);
  throw new GatewayUnknown(`status ${status}: ${said}`);
}

export function itemsOf({ items }: JsonObject): JsonObject[] {
  if (!Array.isArray(items)) throw new GatewayUnknown('a list without items');
  return items.map(toObject);
}

/** Reads an id or a code. */
export function textOf(entity: JsonObject, name: string): string {
  const value = entity[name];
  if (typeof value === 'string' && /^[\w-]{1,40}$/.test(value)) return value;
  throw new GatewayUnknown(`an answer without a valid ${name}`);
}

/** Reads an amount in minor units, as Razorpay writes all amounts, or a time in seconds. */
export function wholeOf(entity: JsonObject, name: string): number {
  const value = entity[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GatewayUnknown(`an answer without a valid ${name}`);
}

/** Reads the status of an entity. @throws GatewayUnknown if it is not one of the known statuses */
export function statusOf<T extends string>(entity: JsonObject, known: readonly T[]): T {
  const status = known.find((candidate) => candidate === entity.status);
  if (status === undefined) throw new GatewayUnknown('an answer with an unknown status');
  return status;
}
