const FEE_BASIS_POINTS = 200;
const TAX_PERCENT = 18;

/** Computes the sandbox's fee for a payment that it settles, in minor units: two percent, and tax on that. */
export function feesOf(paidMinor: number): { feeMinor: number; taxMinor: number } {
  const feeMinor = Math.round((paidMinor * FEE_BASIS_POINTS) / 10_000);
  return { feeMinor, taxMinor: Math.round((feeMinor * TAX_PERCENT) / 100) };
}
