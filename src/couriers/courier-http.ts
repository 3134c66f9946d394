import {
  exchange,
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
export async function callCourier(
  call: HttpCall,
  { hosts, baseUrl }: CourierHosts,
): Promise<HttpAnswer> {
  const url = URL.canParse(call.url) ? new URL(call.url) : null;
  const isOwn =
    baseUrl === null
      ? url?.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)
      : url?.origin === new URL(baseUrl).origin;
  if (!isOwn) throw new CourierUnknown(`an address that is not the courier's: ${url?.host}`);
  try {
    return await exchange(call);
  } catch (error) {
    throw error instanceof HttpUnanswered ? new CourierUnknown(error.message) : error;
  }
}
