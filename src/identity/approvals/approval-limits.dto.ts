import { LIMITS } from '../../platform/config/limits.js';
import { Amount } from '../../platform/http/input/fields.js';
import {
  integer,
  money,
  responseDto,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import {
  DAY_FACTOR,
  dayLimitOf,
  DEFAULT_LIMITS,
  LIMIT_KINDS,
  STATEMENT,
  type ApprovalLimits,
  type Limit,
  type LimitKind,
} from './approval-limits.js';
import type { CountedSum } from './counting/counted-entries.repository.js';

type DayField = `${LimitKind}_per_day`;

function LimitField(
  example: number,
  description: string,
  options: { optional?: true } = {},
): PropertyDecorator {
  const max = toMajorUnits(LIMITS.moneyMinor);
  return Amount({ min: 0, max, api: { example, description }, ...options });
}

function DayLimitField(example: number): PropertyDecorator {
  const description = `The same for all clients together. Left out: ${DAY_FACTOR} times the limit for one client`;
  const max = DAY_FACTOR * toMajorUnits(LIMITS.moneyMinor);
  return Amount({ min: 0, max, optional: true, api: { example, description } });
}

/** Maximum amount that a person records for one client in a day without an approval. With 0, all entries wait. */
export class ApprovalLimitsDto
  implements
    Record<Exclude<LimitKind, 'credit'>, number>,
    Partial<Record<DayField | 'credit' | 'statement', number | null>>
{
  @LimitField(
    50_000,
    'Receipts, payments of orders and transfers that an operator records or confirms, unless a bank line proves them',
  )
  receipt: number;

  @LimitField(50_000, 'Payouts to clients')
  payout: number;

  @LimitField(50_000, 'Reversals of receipts')
  reversal: number;

  @LimitField(50_000, 'Refunds of gateway payments to their source')
  refund: number;

  @LimitField(0, 'Corrections of wallets, which also write off debts')
  adjustment: number;

  @LimitField(
    50_000,
    'Maximum that a client may owe for purchases on account. Looser terms above it wait; a day counts the increases. ' +
      'Left out: 50,000',
    { optional: true },
  )
  credit?: number | null;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      example: 100_000,
      nullable: true,
      description:
        'Sum of the credits and debits that the statements of one person add on a day, above which the next statement waits. Null, or left out: none waits',
    },
  })
  statement?: number | null;

  @DayLimitField(500_000)
  receipt_per_day?: number | null;

  @DayLimitField(500_000)
  payout_per_day?: number | null;

  @DayLimitField(500_000)
  reversal_per_day?: number | null;

  @DayLimitField(500_000)
  refund_per_day?: number | null;

  @DayLimitField(0)
  adjustment_per_day?: number | null;

  @DayLimitField(500_000)
  credit_per_day?: number | null;
}

export class CountedSumDto extends responseDto<CountedSum>()({
  kind: word([...LIMIT_KINDS, STATEMENT]),
  client_id: integer('null: it is of no client').orNull(),
  amount: money(),
}) {}

export function toLimits(limits: ApprovalLimits): ApprovalLimitsDto {
  const entries = LIMIT_KINDS.flatMap((kind) => [
    [kind, toMajorUnits(limits[kind].limitMinor)],
    [dayField(kind), toMajorUnits(dayLimitOf(limits[kind]))],
  ]);
  const { statementMinor } = limits;
  const statement = statementMinor === null ? null : toMajorUnits(statementMinor);
  return { ...(Object.fromEntries(entries) as ApprovalLimitsDto), statement };
}

export function limitsOf(body: ApprovalLimitsDto): ApprovalLimits {
  const entries = LIMIT_KINDS.map((kind) => {
    const perDay = body[dayField(kind)] ?? null;
    const dayLimitMinor = perDay === null ? null : toMinorUnits(perDay);
    const limit = body[kind];
    const limitMinor = limit == null ? DEFAULT_LIMITS[kind] : toMinorUnits(limit);
    return [kind, { limitMinor, dayLimitMinor }] as const;
  });
  const { statement } = body;
  return {
    ...(Object.fromEntries(entries) as Record<LimitKind, Limit>),
    statementMinor: statement == null ? null : toMinorUnits(statement),
  };
}

function dayField(kind: LimitKind): DayField {
  return `${kind}_per_day`;
}
