import type { Client } from '../../clients/client.entity.js';
import { taxPartyOf, type PartyColumns } from '../../clients/tax-party.js';
import { isGstin } from '../../platform/gst/gstin.js';
import type { Recipient } from '../documents/document-content.js';

/** Describes a client for a document. Leaves out an invalid GSTIN that was stored before GSTINs were checked. */
export function recipientOf(client: PartyColumns & Pick<Client, 'id' | 'name'>): Recipient {
  const { gstin, sez, billing } = taxPartyOf(client);
  const isValid = gstin !== null && isGstin(gstin);
  return {
    client_id: client.id,
    name: client.name,
    gstin: isValid ? gstin : null,
    sez: isValid ? sez : null,
    address: billing,
  };
}
