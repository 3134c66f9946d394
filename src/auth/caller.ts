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

/** The metadata key of a route that is counted as an order. */
export const COUNTED_AS_ORDER = 'counted-as-order';

/** Also counted against the client's limit of orders. */
export const CountedAsOrder = (): CustomDecorator => SetMetadata(COUNTED_AS_ORDER, true);

/** How much the unpaid orders of a client may hold; 0: any number; null: as the settings say. */
export interface ReservationLimits {
  maxReservedUnits: number | null;
  maxOpenValueMinor: number | null;
}

/** The client on whose behalf a request is made, as the access guard found it. */
export interface Caller {
  clientId: number;
  planId: number;
  tokenId: number;
  /** SHA-256 of the token it came with, in base64. */
  tokenHash: string;
  /** True if the request runs in test mode: it came with a test token. */
  isTest: boolean;
  reservationLimits: ReservationLimits;
}

/** A token of the right form whose request was refused. */
export interface PresentedToken {
  /** SHA-256 in base64. */
  tokenHash: string;
  /** undefined: no token that anybody has, or a revoked one. */
  ids: { clientId: number; tokenId: number } | undefined;
}

/** The calling client, as a handler's argument. */
export const CurrentCaller = requestValue(({ caller }): Caller => {
  if (caller === undefined) throw new Error('a route for clients was reached without one');
  return caller;
});
