import { TIME_ZONE } from '../../../platform/time-zone.js';

/** The last day on which an `item` is not overdue, as an SQL expression. */
export const DUE_ON = `((item.due_at AT TIME ZONE '${TIME_ZONE}')::date - 1)`;

/** A client's terms of credit; in minor units. */
export interface CreditTerms {
  limitMinor: number;
  paymentDays: number;
  overdueDays: number;
}

/** Terms of credit of a client who cannot buy on account. */
export const NO_CREDIT: CreditTerms = { limitMinor: 0, paymentDays: 0, overdueDays: 0 };
