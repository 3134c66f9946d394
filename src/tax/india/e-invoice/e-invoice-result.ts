import { isDate } from '../../../platform/days/zoned-day.js';
import { hasLostDigits, LOST_DIGITS_TEXT } from '../../../platform/table-file/lost-digits.js';

/** Registration of a document, as the portal answers it. */
export interface Registration {
  /** 64 hex digits. */
  irn: string;
  ack_no: string;
  /** YYYY-MM-DD HH:MM:SS, in India. */
  ack_date: string;
  /** Signed text of the QR code: a JSON Web Token. */
  signed_qr: string;
}

export interface EInvoiceResult extends Registration {
  /** Number of the document. */
  number: string;
  /** GSTIN of the supplier. */
  gstin: string;
}

const RULES: readonly (readonly [keyof EInvoiceResult, RegExp, string])[] = [
  ['number', /^[A-Z1-9][A-Z0-9-]{0,15}$/, 'the number of a document, such as WS-2627-000001'],
  ['gstin', /^[0-9A-Z]{15}$/, 'the GSTIN of the supplier, 15 characters'],
  ['irn', /^[0-9a-f]{64}$/, '64 digits 0 to 9 and a to f'],
  ['ack_no', /^\d{1,20}$/, 'the number of the acknowledgement, digits alone'],
  [
    'ack_date',
    /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    'a time such as 2026-11-20 14:05:00',
  ],
  [
    'signed_qr',
    /^[\w-]{1,3000}\.[\w-]{1,3000}\.[\w-]{1,1000}$/,
    'the signed text of the QR code, three parts with points between',
  ],
];

export const RESULT_COLUMNS = RULES.map(([column]) => column);

/** Returns what is wrong with the form of a result, or null. */
export function formFault(result: EInvoiceResult): string | null {
  const lost = RULES.find(([key]) => hasLostDigits(result[key]));
  if (lost !== undefined) return `${lost[0]} ${LOST_DIGITS_TEXT}.`;
  const broken = RULES.find(([key, pattern]) => !pattern.test(result[key]));
  if (broken !== undefined) return `${broken[0]} must be ${broken[2]}.`;
  if (!isDate(result.ack_date.slice(0, 10))) return 'ack_date must be a day of the calendar.';
  return qrFault(result);
}

/** Returns a result in a form where the same registration is always the same text. */
export function normalized(result: EInvoiceResult): EInvoiceResult {
  return {
    number: result.number.trim().toUpperCase(),
    gstin: result.gstin.trim().toUpperCase(),
    irn: result.irn.trim().toLowerCase(),
    ack_no: result.ack_no.trim(),
    ack_date: result.ack_date.trim(),
    signed_qr: result.signed_qr.trim(),
  };
}

/** Names of the QR code's fields that say which document it is for. */
const QR_FIELDS = [
  ['Irn', 'irn'],
  ['DocNo', 'number'],
  ['SellerGstin', 'gstin'],
] as const;

/** Says how the QR code belongs to another document, or null. Its signature is not checked, for lack of the portal's key. */
function qrFault(result: EInvoiceResult): string | null {
  const signed = signedData(result.signed_qr);
  if (signed === null) return 'signed_qr must contain the data of the document.';
  for (const [field, key] of QR_FIELDS) {
    const value = signed[field];
    if (typeof value !== 'string') return `signed_qr must contain ${field} as a text.`;
    if (value.toUpperCase() !== result[key].toUpperCase()) {
      return `signed_qr is for ${field} ${value.slice(0, 64)}, not for ${result[key]}.`;
    }
  }
  return null;
}

/** Reads the data that a QR code signs: the claim `data`, an object or its text. */
function signedData(token: string): Record<string, unknown> | null {
  const payload = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const data = payload?.data;
  return typeof data === 'string' ? parsed(data) : asObject(data);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}
