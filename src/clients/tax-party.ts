import type { Address } from '../platform/gst/address.js';
import { isGstin, stateOfGstin } from '../platform/gst/gstin.js';
import { stateName } from '../platform/gst/states.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import type { Client } from './client.entity.js';
import type { Sez } from './sez.js';

/** A client as the recipient of tax documents. If there is an address, a GSTIN is valid and of its state. */
export interface TaxParty {
  gstin: string | null;
  sez: Sez | null;
  billing: Address | null;
}

/** The columns of a client that store what tax documents say about it. */
export type PartyColumns = Pick<
  Client,
  | ('gstin' | 'sez' | 'billingLine1' | 'billingLine2')
  | ('billingPlace' | 'billingState' | 'billingPincode')
>;

/** Reads what tax documents say about a client. */
export function taxPartyOf(client: PartyColumns): TaxParty {
  return { gstin: client.gstin, sez: client.sez, billing: billingOf(client) };
}

/** Makes the columns of a client that store what tax documents say about it. */
export function toPartyColumns({ gstin, sez, billing }: TaxParty): PartyColumns {
  return {
    gstin,
    sez,
    billingLine1: billing?.line1 ?? null,
    billingLine2: billing?.line2 ?? null,
    billingPlace: billing?.place ?? null,
    billingState: billing?.state ?? null,
    billingPincode: billing?.pincode ?? null,
  };
}

/**
 * Refuses a combination that no document can print.
 *
 * @throws AppError validation_failed: a GSTIN that is invalid or of another state than the address, a zone without a GSTIN
 */
export function requireConsistent({ gstin, sez, billing }: TaxParty): void {
  if (gstin === null) {
    if (sez !== null) throw refused('required', 'gstin is required of a client in a special zone');
    return;
  }
  if (billing === null) return;
  if (!isGstin(gstin)) throw refused('invalid_gstin', `the stored GSTIN ${gstin} is not valid`);
  const [own, other] = [stateOfGstin(gstin), billing.state];
  if (own === other) return;
  const of = `gstin is of ${own} ${stateName(own)}`;
  throw refused('gstin_state', `${of}, the billing address is in ${other} ${stateName(other)}`);
}

function refused(code: string, message: string): AppError {
  return invalidField('gstin', code, message);
}

function billingOf(client: PartyColumns): Address | null {
  const { billingLine1: line1, billingPlace: place, billingState: state } = client;
  const { billingLine2: line2, billingPincode: pincode } = client;
  if (line1 === null || place === null || state === null || pincode === null) return null;
  return { line1, line2, place, state, pincode };
}
