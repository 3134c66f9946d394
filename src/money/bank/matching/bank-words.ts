/** Words with which descriptions of payments to others begin. */
const RAILS = wordsOf(
  'NEFT RTGS IMPS UPI ACH ECS CHQ CLG POS TPT BILLPAY TO BY TRF TFR TRANSFER WDL',
);
/** Words of the bank itself between such a word and that of a charge, as in `NEFT TXN CHARGES`. */
const SERVICES = wordsOf(
  'TXN TRANSACTION SERVICE BOOK ISSUE INWARD OUTWARD DR DEBIT GST ON RTN RETURN RET',
);
const CHARGE = /^(?:CHGS?|CHRGS?|CHARGES?|SMSCH[A-Z]*)$/;
const SMS_AFTER = /^(?:ALERTS?|)$/;
const INTEREST = /(?<![A-Z])(?:INTEREST|INT[. ]+(?:PD|PAID|COLL|COLLECTED|CR|DR))(?![A-Z])/;

/** Words of payments that came back, to find them in a text in capitals. */
export const RETURN_WORDS = /(?<![A-Z])(?:REV|REVERSAL|REVERSED|RTN|RET|RETURN|RETURNED)(?![A-Z])/g;

/**
 * Tells whether a debit reads like a charge of the bank. In what is paid to others, such as `UPI/…/DELIVERY CHARGES`, the word
 * is the payee's.
 */
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

/** Tells whether a line reads like a payment that came back. */
export function saysReturned(text: string): boolean {
  return text.toUpperCase().search(RETURN_WORDS) >= 0;
}

/** Tells whether a line reads like interest that the bank pays or takes. */
export function saysInterest(description: string): boolean {
  return INTEREST.test(description.toUpperCase());
}

/** Makes the set of the words of a text. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
