import {
  exchange,
  HttpUnanswered,
  type HttpAnswer,
  type HttpCall,
} from '../../platform/http/exchange/exchange.js';
import { GatewayUnknown } from './gateway-errors.js';

const TIMEOUT_MS = 3_000;

/**
 * Sends a request to the gateway.
 *
 * @throws GatewayUnknown if no complete answer arrived within three seconds: the request may have been executed
 */
export async function callGateway(call: Omit<HttpCall, 'timeoutMs'>): Promise<HttpAnswer> {
  try {
    return await exchange({ ...call, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw error instanceof HttpUnanswered ? new GatewayUnknown(error.message) : error;
  }
}
