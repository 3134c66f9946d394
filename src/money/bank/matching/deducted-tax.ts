const BASIS_POINTS = 10_000;
const RUPEE = 100;

/** Returns true if the shortfall is exactly the tax that the client deducts (TDS), rounded to the paisa or the rupee. */
export function isDeductedTax(
  owedMinor: number,
  paidMinor: number,
  taxDeductedBp: number | null,
): boolean {
  if (taxDeductedBp === null) return false;
  const deductedMinor = owedMinor - paidMinor;
  const tax = owedMinor * taxDeductedBp;
  const exact = Math.round(tax / BASIS_POINTS);
  const rounded = Math.round(tax / BASIS_POINTS / RUPEE) * RUPEE;
  return deductedMinor > 0 && (deductedMinor === exact || deductedMinor === rounded);
}
