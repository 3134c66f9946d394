import type { GatewaySettlement, SettlementLine } from '../payment-gateway.js';

/** Fees and tax of a settlement with those of its lines, in minor units. */
export interface SettlementTotals {
  feesMinor: number;
  taxMinor: number;
  /** True if the lines add up to the payout: gross = net + fees + tax. A gateway may complete its report after it has paid. */
  isComplete: boolean;
}

export function totalsOf(
  settlement: Pick<GatewaySettlement, 'amountMinor' | 'feesMinor' | 'taxMinor'>,
  lines: readonly SettlementLine[],
): SettlementTotals {
  const sum = (of: (line: SettlementLine) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  const grossMinor = sum(({ amountMinor }) => amountMinor);
  const feesMinor = sum(({ feeMinor }) => feeMinor) + settlement.feesMinor;
  const taxMinor = sum((line) => line.taxMinor) + settlement.taxMinor;
  const isComplete = grossMinor === settlement.amountMinor + feesMinor + taxMinor;
  return { feesMinor, taxMinor, isComplete };
}
