/** Minor units (paise) as the JSON number of major units (rupees), exact up to seventy trillion. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}

/** Returns the same as text with two decimals, as files and messages have it: 1234.50. */
export function toDecimalText(amountMinor: number): string {
  return toMajorUnits(amountMinor).toFixed(2);
}

/** Returns the inverse of {@link toMajorUnits}, for a number with at most two decimals. */
export function toMinorUnits(amount: number): number {
  return Math.round(amount * 100);
}

/** Percent with at most two decimals as basis points: 12.5 is 1250. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}
