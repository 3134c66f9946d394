import type { GatewaySettlement, SettlementLine } from '../payment-gateway.js';

/** The parts of a settlement, in minor units: gross = net + fees + tax. */
export interface SettlementTotals {
  grossMinor: number;
  /** Paid out to the bank. */
  netMinor: number;
  feesMinor: number;
  taxMinor: number;
  /** True if the lines add up to the payout. A gateway may complete its report after it has paid. */
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
  const netMinor = settlement.amountMinor;
  return {
    grossMinor,
    netMinor,
    feesMinor,
    taxMinor,
    isComplete: grossMinor === netMinor + feesMinor + taxMinor,
  };
}
