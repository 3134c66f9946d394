import fc from 'fast-check';
import type { SettlementLine } from '../payment-gateway.js';
import { totalsOf } from './settlement-totals.js';

const line: fc.Arbitrary<SettlementLine> = fc.record({
  kind: fc.constantFrom('payment', 'refund', 'dispute', 'other'),
  id: fc.string(),
  amountMinor: fc.integer({ min: -1_000_000, max: 10_000_000 }),
  feeMinor: fc.nat({ max: 10_000 }),
  taxMinor: fc.nat({ max: 1_000 }),
});

describe('totalsOf', () => {
  it('sums amounts, fees and tax', () => {
    const lines: SettlementLine[] = [
      { kind: 'payment', id: 'pay_1', amountMinor: 100_000, feeMinor: 2_000, taxMinor: 360 },
      { kind: 'refund', id: 'rfnd_1', amountMinor: -20_000, feeMinor: 0, taxMinor: 0 },
    ];
    const settlement = { amountMinor: 77_640, feesMinor: 0, taxMinor: 0 };
    expect(totalsOf(settlement, lines)).toEqual({
      feesMinor: 2_000,
      taxMinor: 360,
      isComplete: true,
    });
  });

  it('is complete exactly if gross = net + fees + tax', () => {
    const fees = fc.record({ feesMinor: fc.nat(500), taxMinor: fc.nat(90) });
    fc.assert(
      fc.property(fc.array(line), fees, fc.integer({ min: -5, max: 5 }), (lines, own, missing) => {
        const net = lines.reduce(
          (sum, { amountMinor, feeMinor, taxMinor }) => sum + amountMinor - feeMinor - taxMinor,
          -own.feesMinor - own.taxMinor,
        );
        const totals = totalsOf({ amountMinor: net + missing, ...own }, lines);
        expect(totals.isComplete).toBe(missing === 0);
      }),
    );
  });
});
