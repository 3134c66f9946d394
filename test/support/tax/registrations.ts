import { createHash } from 'node:crypto';
import { dateInShop } from '../../../src/platform/time-zone.js';
import type { EInvoiceResult } from '../../../src/tax/india/e-invoice/e-invoice-result.js';
import { SUPPLIER_GSTIN } from './documents.js';

/** Makes the portal's answer about a document. */
export function registrationOf(number: string, gstin = SUPPLIER_GSTIN): EInvoiceResult {
  const irn = createHash('sha256').update(`${gstin}${number}INV2026-27`).digest('hex');
  return {
    number,
    gstin,
    irn,
    ack_no: '112610012345678',
    ack_date: `${dateInShop(new Date())} 10:15:00`,
    signed_qr: signedQr({ Irn: irn, DocNo: number, SellerGstin: gstin }),
  };
}

/** Makes the signed text of a QR code. Its signature is not one. */
export function signedQr(data: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { iss: 'NIC', data: JSON.stringify({ DocTyp: 'INV', ...data }) };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}.${'c2ln'.repeat(20)}`;
}
