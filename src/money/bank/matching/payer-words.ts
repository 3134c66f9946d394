import { LIMITS } from '../../../platform/config/limits.js';
import { RETURN_WORDS, wordsOf } from './bank-words.js';

/** Addresses of the Unified Payments Interface, such as `asha@upi`. */
const UPI_ADDRESS = /[A-Z0-9][A-Z0-9._]*@[A-Z][A-Z0-9]+/g;
/** The payment reference of a client; banks print it with a blank, too. */
const CLIENT = /\bCL ?(\d{6,9})\b/g;
/** The number of an order; banks and payers leave its hyphen out. */
const ORDER = /\bWO[- ]?([0-9A-HJKMNP-TV-Z]{10})\b/g;
const SEPARATORS = /[-/*:|;,\s]*[-/*:|;,]+[-/*:|;,\s]*|\s{2,}/;
/** Two words, or one of eight letters; letters, spaces and a few signs only. */
const NAME = /^(?=.{5,})(?:[A-Z]{8,}|[A-Z][A-Z.&']*(?: [A-Z&][A-Z.&']*)+)$/;
/** Account numbers; twelve digits are the number of a transfer. */
const ACCOUNT = /^(?:\d{9,11}|\d{13,18})$/;
/** Words that banks and payers write into any line. */
const COMMON = wordsOf(
  'NEFT RTGS IMPS UPI INB MOB TPT ACH ECS CR DR BY TO FROM THE OF FOR AND TRANSFER TRF ' +
    'PAYMENT PAYMENTS PAY PAID ORDER ORDERS INVOICE INVOICES BILL BANK INTERNET BANKING ' +
    'MOBILE CHEQUE CHQ CLEARING DEPOSIT CASH WALLET ADVANCE TRANSACTION INDIA STATE HDFC ' +
    'ICICI AXIS KOTAK MAHINDRA YES INDUSIND IDFC FIRST BARODA PUNJAB NATIONAL UNION CANARA ' +
    'INDIAN FEDERAL LTD LIMITED PVT PRIVATE',
);

/** Finds parts of a description that may be the payer's name or account, in capitals. Skips words of banks. */
export function payerWords(description: string): string[] {
  const text = description.toUpperCase();
  const addresses = text.match(UPI_ADDRESS) ?? [];
  const parts = text
    .replace(UPI_ADDRESS, '/')
    .replace(RETURN_WORDS, '/')
    .replace(CLIENT, '/')
    .replace(ORDER, '/')
    .split(SEPARATORS)
    .map((part) => part.trim());
  const names = parts.filter((part) => NAME.test(part) && !isCommon(part));
  const accounts = parts.filter((part) => ACCOUNT.test(part));
  const found = new Set([...addresses, ...names, ...accounts]);
  return [...found].filter((word) => word.length <= LIMITS.paymentReferenceLength);
}

/** Finds the ids of all clients whose payment reference is in a text. */
export function clientsReferredTo(text: string): number[] {
  const ids = [...text.toUpperCase().matchAll(CLIENT)].map(([, id]) => Number(id));
  return [...new Set(ids)];
}

/** Finds the numbers of all orders that a text names. */
export function ordersReferredTo(text: string): string[] {
  const numbers = [...text.toUpperCase().matchAll(ORDER)].map(([, random]) => `WO-${random}`);
  return [...new Set(numbers)];
}

function isCommon(name: string): boolean {
  return name.split(' ').every((word) => COMMON.has(word.replace(/[^A-Z]/g, '')));
}
