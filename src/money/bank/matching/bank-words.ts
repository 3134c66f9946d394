/** Words that begin descriptions of payments to others. */
const RAILS = wordsOf(
  'NEFT RTGS IMPS UPI ACH ECS CHQ CLG POS TPT BILLPAY TO BY TRF TFR TRANSFER WDL',
);
/** Words of the bank's own services, which stand between such a word and the word for a charge, as in `NEFT TXN CHARGES`. */
const SERVICES = wordsOf(
  'TXN TRANSACTION SERVICE BOOK ISSUE INWARD OUTWARD DR DEBIT GST ON RTN RETURN RET',
);
const CHARGE = /^(?:CHGS?|CHRGS?|CHARGES?|SMSCH[A-Z]*)$/;
const SMS_AFTER = /^(?:ALERTS?|)$/;
const INTEREST = /(?<![A-Z])(?:INTEREST|INT[. ]+(?:PD|PAID|COLL|COLLECTED|CR|DR))(?![A-Z])/;
/** Twelve digits are the number of a transfer. */
const ACCOUNT_NUMBER = /(?<![A-Z0-9])(?:[X*]{2,}(?=\d{4})|(?=(?:\d{9,11}|\d{13,18})(?!\d)))(\d+)/g;

/** Words for payments that came back, as a pattern for text in capitals. */
export const RETURN_WORDS = /(?<![A-Z])(?:REV|REVERSAL|REVERSED|RTN|RET|RETURN|RETURNED)(?![A-Z])/g;

/** Returns true if a debit reads like a charge of the bank. In `UPI/…/DELIVERY CHARGES`, the word belongs to the payee. */
export function saysCharge(description: string): boolean {
  const words = description
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !/\d/.test(word));
  const at = words.findIndex(
    (word, index) =>
      CHARGE.test(word) || (word === 'SMS' && SMS_AFTER.test(words[index + 1] ?? '')),
  );
  if (at < 0) return false;
  const [first = ''] = words;
  const between = words.slice(1, at);
  return (
    !RAILS.has(first) ||
    between.every((word) => RAILS.has(word) || SERVICES.has(word) || word === 'SMS')
  );
}

/** Returns true if a line reads like a payment that came back. */
export function saysReturned(text: string): boolean {
  return text.toUpperCase().search(RETURN_WORDS) >= 0;
}

/** Returns true if a line reads like interest that the bank pays or takes. */
export function saysInterest(description: string): boolean {
  return INTEREST.test(description.toUpperCase());
}

/** Finds the digits of the account numbers in a description: whole ones, and the ends of those such as `XXXXXX4321`. */
export function accountNumbersIn(description: string): string[] {
  return [...description.toUpperCase().matchAll(ACCOUNT_NUMBER)].map(([, digits]) => digits!);
}

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
