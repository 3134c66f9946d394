/** Minor units (paise) as the JSON number of major units (rupees), exact up to seventy trillion. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}

/** The inverse, for a number with at most two decimals. */
export function toMinorUnits(amount: number): number {
  return Math.round(amount * 100);
}

/** Percent with at most two decimals as basis points: 12.5 is 1250. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}
