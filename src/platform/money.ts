/** Converts minor units (paise) to a JSON number of major units (rupees), exact up to seventy trillion. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}

/** Converts minor units to a text with two decimals for files and messages: 1234.50. */
export function toDecimalText(amountMinor: number): string {
  return toMajorUnits(amountMinor).toFixed(2);
}

/** Converts a number of major units with at most two decimals to minor units. */
export function toMinorUnits(amount: number): number {
  return Math.round(amount * 100);
}

/** Computes the sum of amounts in major units, added in minor units to avoid rounding errors. */
export function sumOf(amounts: readonly number[]): number {
  return toMajorUnits(amounts.reduce((sum, amount) => sum + toMinorUnits(amount), 0));
}

/** Finds the sign of a currency by its code, such as `₹`; a currency without one has its code. */
export function currencySignOf(currency: string): string {
  const format = new Intl.NumberFormat('en', {
    ...({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const),
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')!.value;
}

/** Converts percent with at most two decimals to basis points: 12.5 is 1250. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}
