import { StoreApiError } from '@wholesale-store-orders/client';

/** The request itself is invalid: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];
/** 404 of the service: the order is archived or lost, or no delivery of the shipment waits for an answer. */
const NOT_FOUND = ['order_not_found', 'failure_not_found'];

/** Reads an error that is a refusal of the service, not of a proxy. Throws any other error. */
export function refusalOf(error) {
  const isRefusal = REFUSALS.includes(error.status) || NOT_FOUND.includes(error.code);
  if (!isRefusal || !(error instanceof StoreApiError) || error.answer === null) throw error;
  return error;
}
