import {
  exchange,
  exchangeLong,
  HttpUnanswered,
  type HttpAnswer,
  type HttpCall,
} from '../platform/http/exchange/exchange.js';
import { CourierUnknown } from './courier-errors.js';

/** Where requests of an account may go. */
export interface CourierHosts {
  /** Names of hosts, which are reached over https. */
  hosts: readonly string[];
  /** Address of a stub in place of all of them; null: none. */
  baseUrl: string | null;
}

/**
 * Sends a request to a courier.
 *
 * @throws CourierUnknown if no complete answer arrived in time, or if the address, which an answer may have named, is not one of
 *   the courier's
 */
export async function callCourier(call: HttpCall, hosts: CourierHosts): Promise<HttpAnswer> {
  mustBeOwn(call, hosts);
  try {
    return await exchange(call);
  } catch (error) {
    throw toCourierError(error);
  }
}

/**
 * Sends a request whose answer is too long to be kept.
 *
 * @yields the chunks of its text
 * @throws CourierUnknown as {@link callCourier} does, and for another status than 200
 */
export async function* callCourierLong(
  call: HttpCall,
  hosts: CourierHosts,
  bytesMax: number,
): AsyncGenerator<string> {
  mustBeOwn(call, hosts);
  try {
    yield* exchangeLong(call, bytesMax);
  } catch (error) {
    throw toCourierError(error);
  }
}

function mustBeOwn(call: HttpCall, { hosts, baseUrl }: CourierHosts): void {
  const url = URL.canParse(call.url) ? new URL(call.url) : null;
  const isOwn =
    baseUrl === null
      ? url?.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)
      : url?.origin === new URL(baseUrl).origin;
  if (!isOwn) throw new CourierUnknown(`an address that is not the courier's: ${url?.host}`);
}

function toCourierError(error: unknown): Error {
  return error instanceof HttpUnanswered ? new CourierUnknown(error.message) : (error as Error);
}
