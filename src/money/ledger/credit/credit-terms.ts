import { TIME_ZONE } from '../../../platform/time-zone.js';

/** The last day on which an `item` is not overdue, as an SQL expression. */
export const DUE_ON = `((item.due_at AT TIME ZONE '${TIME_ZONE}')::date - 1)`;

/**
 * Makes the SQL condition that a client's orders are on hold. It has a debt, or an item has been overdue for longer than its
 * terms allow.
 *
 * @param clientId an SQL expression
 */
export const isOnHold = (clientId: string): string => `(EXISTS (
    SELECT FROM ledger_accounts
    WHERE kind = 'client_debt' AND owner_id = ${clientId} AND balance_minor < 0
  ) OR EXISTS (
    SELECT FROM ledger_accounts credit JOIN credit_items item ON item.client_id = credit.owner_id
    WHERE credit.kind = 'client_credit' AND credit.owner_id = ${clientId}
      AND item.paid_minor < item.amount_minor AND item.due_at + make_interval(hours => 24 * credit.overdue_days) <= now()
  ))`;

/** A client's terms of credit; in minor units. */
export interface CreditTerms {
  limitMinor: number;
  paymentDays: number;
  overdueDays: number;
}

/** Terms of credit of a client who cannot buy on account. */
export const NO_CREDIT: CreditTerms = { limitMinor: 0, paymentDays: 0, overdueDays: 0 };
