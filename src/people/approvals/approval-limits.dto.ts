import { LIMITS } from '../../platform/config/limits.js';
import { Amount } from '../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { LIMIT_KINDS, type ApprovalLimits, type LimitKind } from './approval-limits.js';

function Limit(example: number, description: string): PropertyDecorator {
  return Amount({ min: 0, max: toMajorUnits(LIMITS.moneyMinor), api: { example, description } });
}

/** Amounts above which entries wait for another person; 0: all of them wait. */
export class ApprovalLimitsDto implements Record<LimitKind, number> {
  @Limit(
    50_000,
    'Receipts, payments of orders and transfers that an operator records or confirms, unless a bank line proves them',
  )
  receipt: number;

  @Limit(50_000, 'Payouts to clients')
  payout: number;

  @Limit(50_000, 'Reversals of receipts')
  reversal: number;

  @Limit(50_000, 'Refunds of gateway payments to their source')
  refund: number;

  @Limit(0, 'Corrections of wallets, with which debts are written off, too')
  adjustment: number;
}

export function toLimits(limits: ApprovalLimits): ApprovalLimitsDto {
  return mapped(limits, toMajorUnits);
}

export function limitsOf(body: ApprovalLimitsDto): ApprovalLimits {
  return mapped(body, toMinorUnits);
}

function mapped(
  limits: Readonly<Record<LimitKind, number>>,
  unit: (amount: number) => number,
): Record<LimitKind, number> {
  const entries = LIMIT_KINDS.map((kind) => [kind, unit(limits[kind])] as const);
  return Object.fromEntries(entries) as Record<LimitKind, number>;
}
