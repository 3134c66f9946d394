import { AppError } from '../../../platform/http/errors.js';
import { toMajorUnits } from '../../../platform/money.js';

export const SIMILAR_KINDS = {
  receipt:
    'a receipt: without a line, if this is the money of a line, and otherwise one that has its line',
  bank_line: 'an open line that names the client',
  transfer: 'a transfer that the client claims',
} as const;
export type SimilarKind = keyof typeof SIMILAR_KINDS;

/** Money that may be the same as other money of its client and amount. */
export interface SimilarMoney {
  kind: SimilarKind;
  id: number;
  /** Such as `2026-01-31`. */
  date: string;
  amountMinor: number;
  reference: string | null;
}

export type SameMoneyAs = Pick<SimilarMoney, 'kind' | 'id'>;

/** What a person says about similar money. */
export interface MoneyAnswer {
  /** True: it is other money than all that is similar. */
  isOtherMoney?: boolean;
  /** The similar money that it is the same as. */
  sameAs?: SameMoneyAs | null;
}

/** Error: money may be the same as similar money, and the caller has not said whether it is. */
export class MoneyIsSimilar extends AppError {
  constructor(
    readonly similar: readonly SimilarMoney[],
    message?: string,
  ) {
    const shown = similar.map(({ amountMinor, ...one }) => {
      return { ...one, amount: toMajorUnits(amountMinor) };
    });
    super('receipt_similar', {
      ...(message !== undefined && { message }),
      details: { similar: shown },
    });
  }
}

/** Names similar money in messages, such as `bank line 17`. */
export function nameOf({ kind, id }: SameMoneyAs): string {
  return `${kind.replace('_', ' ')} ${id}`;
}
