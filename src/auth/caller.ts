import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { requestValue } from '../platform/http/input/request-value.js';

declare module '../platform/http/request-context.js' {
  interface TrackedRequest {
    /** The client that the access guard authenticated. */
    caller?: Caller;
    /** The token of a request that the access guard refused. */
    presentedToken?: PresentedToken;
  }
}

/** Metadata key of routes that count as orders. */
export const COUNTED_AS_ORDER = 'counted-as-order';

/** Marks a route that also counts against the client's limit of orders. */
export const CountedAsOrder = (): CustomDecorator => SetMetadata(COUNTED_AS_ORDER, true);

/** Maximum that the unpaid orders of a client may hold. 0 = unlimited, null = the default of the settings. */
export interface ReservationLimits {
  maxReservedUnits: number | null;
  maxOpenValueMinor: number | null;
}

/** A client with an active subscription. */
export interface ActiveClient {
  clientId: number;
  planId: number;
  /** True in test mode. */
  isTest: boolean;
  reservationLimits: ReservationLimits;
}

/** The client that makes a request with one of its tokens, as the access guard found it. */
export interface Caller extends ActiveClient {
  tokenId: number;
  /** SHA-256 of the request's token, in base64. */
  tokenHash: string;
}

/** A well-formed token whose request was refused. */
export interface PresentedToken {
  /** SHA-256 in base64. */
  tokenHash: string;
  /** undefined: an unknown or revoked token. */
  ids: { clientId: number; tokenId: number } | undefined;
}

/** Injects the calling client into a handler. */
export const CurrentCaller = requestValue(({ caller }): Caller => {
  if (caller === undefined)
    throw new Error('no calling client: the access guard did not run on this route');
  return caller;
});
