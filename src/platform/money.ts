/** Minor units (paise) as the JSON number of major units (rupees), exact up to seventy trillion. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}

/** The inverse, for a number with at most two decimals. */
export function toMinorUnits(amount: number): number {
  return Math.round(amount * 100);
}
