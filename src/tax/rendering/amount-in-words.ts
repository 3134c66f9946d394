const ONES = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
/** Units of the Indian numbering system, the largest first. */
const UNITS = [
  { value: 10_000_000, name: 'Crore' },
  { value: 100_000, name: 'Lakh' },
  { value: 1_000, name: 'Thousand' },
  { value: 100, name: 'Hundred' },
];

/**
 * Writes an amount as Indian invoices do: "Rupees One Lakh Two Thousand and Fifty Paise Only".
 *
 * @param amountMinor paise, not negative
 */
export function amountInWords(amountMinor: number): string {
  const paise = amountMinor % 100;
  const rupees = inWords((amountMinor - paise) / 100);
  return `Rupees ${rupees}${paise === 0 ? '' : ` and ${inWords(paise)} Paise`} Only`;
}

/** Writes a whole number; the crores may themselves be lakhs of crores. */
function inWords(number: number): string {
  const words: string[] = [];
  let rest = number;
  for (const { value, name } of UNITS) {
    if (rest >= value) words.push(inWords(Math.floor(rest / value)), name);
    rest %= value;
  }
  if (rest > 0 || words.length === 0) words.push(belowHundred(rest));
  return words.join(' ');
}

function belowHundred(number: number): string {
  if (number < ONES.length) return ONES[number]!;
  const tens = TENS[Math.floor(number / 10)]!;
  return number % 10 === 0 ? tens : `${tens}-${ONES[number % 10]}`;
}
