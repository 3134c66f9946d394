import { STATUS_ROWS, type OrderStatus } from '../../../src/orders/lifecycle/order-lifecycle.js';
import { capitalized, wordsOfName } from '../../../src/platform/table-export/name-words.js';

/** A field that the service rejected: `field` is a dotted path such as `items.0.quantity`. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
  /** Product that an invoice cannot have as it is. */
  sku?: string;
  /** Units of a line for which there is too little stock. */
  requested?: number;
  available?: number;
}

/** Messages for people, in place of those that name headers or keys of an answer. */
const FOR_PEOPLE: Partial<Record<string, string>> = {
  bank_line_matched: 'A colleague has decided about this line meanwhile.',
  idempotency_mismatch:
    'What you sent first may have been done. Close this and look before you send it with your change.',
  rate_limited: 'There were too many requests. Try again in a minute.',
  unavailable: 'The service cannot answer right now. Try again in a minute.',
  unknown_field: 'The service was updated since this page was loaded. Reload the page.',
  variation_ambiguous: 'Choose a variation.',
  variation_required: 'Choose a variation.',
  variation_unknown: 'Choose a variation: this one is not offered.',
};

/** Makes the message of an answer for people: what to correct in each of its rejected fields, if there are any. */
export function messageForPeople(
  { code, message }: { code: string; message: string },
  fields: readonly FieldProblem[],
): string {
  if (fields.length > 0) return fields.map((field) => field.message).join(' ');
  return FOR_PEOPLE[code] ?? withoutCodes(message);
}

/** Writes a sentence about an order without the codes of statuses: it says where the order is, not where it could go. */
export function withoutCodes(message: string): string {
  if (!/^(Order|Return) /.test(message)) return message;
  return message
    .replace(
      /^Order (\S+) is (\w+) and cannot .*: expected .*/,
      (whole, number: string, status: string) =>
        status in STATUS_ROWS ? `${number} ${STATUS_ROWS[status as OrderStatus].sentence}.` : whole,
    )
    .replace(/ and cannot .*: expected .*/, '.')
    .replaceAll('awaiting_payment or pending', 'not shipped')
    .replaceAll('awaiting_payment', 'not paid')
    .replace(/(is|or|become) pending/g, '$1 paid')
    .replaceAll('partially_', 'partly ')
    .replaceAll('cancelled', 'canceled');
}

/**
 * Lists the rejected fields with sentences for people. Fields that the service does not know are left out: people cannot
 * correct them.
 *
 * @param labelOf returns the label of a field's input on the page; null: it has none there
 */
export function fieldsForPeople(
  fields: readonly FieldProblem[],
  labelOf: (field: string) => string | null,
): FieldProblem[] {
  return fields
    .filter(({ code }) => code !== 'unknown_field')
    .map((problem) => withSentence(problem, labelOf(problem.field)));
}

/** Makes a rejected field with a sentence. The service's text usually begins with the field's path. */
function withSentence(problem: FieldProblem, label: string | null): FieldProblem {
  const { field, code } = problem;
  const message = FOR_PEOPLE[code] ?? problem.message;
  const path = `${field} `;
  const text = message.startsWith(path)
    ? `${label ?? nameInWords(field)} ${message.slice(path.length)}`
    : capitalized(message);
  return { ...problem, message: /[.!?]$/.test(text) ? text : `${text}.` };
}

/** Writes a field's name in words: `items.0.unit_price` is `Unit price (row 1)`. */
function nameInWords(field: string): string {
  const parts = field.split('.');
  const name = parts.findLast((part) => !isIndex(part)) ?? field;
  const words = wordsOfName(name);
  const index = parts.findLast(isIndex);
  return index === undefined
    ? capitalized(words)
    : `${capitalized(words)} (row ${Number(index) + 1})`;
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}
