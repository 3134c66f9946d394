import { toMinorUnits } from '../../../platform/money.js';
import type { PaymentHistory, SandboxAccountService } from './sandbox-account.service.js';
import { amountOf, escaped, page } from './sandbox-pages.js';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Makes the page where a person plays refunds, disputes and the settlement of a payment. */
export function paymentPage({ payment, refunds, disputes }: PaymentHistory): string {
  const { id, currency } = payment;
  const amount = (amountMinor: number): string => escaped(amountOf({ amountMinor, currency }));
  const ends = (
    entity: { id: string; amountMinor: number; status: string },
    name: string,
    buttons: string,
    isOpen: boolean,
  ): string => `<form method="post">
      <p><strong>${name} of ${amount(entity.amountMinor)}: ${entity.status}</strong><br />${escaped(entity.id)}</p>
      <input type="hidden" name="id" value="${escaped(entity.id)}" />
      ${isOpen ? buttons : ''}
    </form>`;
  const refundEnds =
    button('refund_processed', 'The money arrives') + button('refund_failed', 'It fails');
  const disputeEnds =
    button('dispute_won', 'The shop wins') + button('dispute_lost', 'The shop loses');
  return page(
    'Sandbox payment',
    `<p class="amount">${amount(payment.amountMinor)}</p>
    <p>${escaped(id)} is ${payment.status}, and ${amount(payment.refundedMinor)} of it is refunded. No money moves.</p>
    ${refunds.map((refund) => ends(refund, 'Refund', refundEnds, refund.status === 'pending')).join('')}
    ${disputes.map((dispute) => ends(dispute, 'Dispute', disputeEnds, dispute.status === 'open')).join('')}
    <form method="post">
      <fieldset><legend>Refund outside of the shop</legend>
        <label>Amount <input name="amount" inputmode="decimal" required /></label>
        ${button('refund_outside', 'Refund')}
      </fieldset>
    </form>
    <form method="post">
      <fieldset><legend>Dispute of the payer</legend>
        ${button('dispute_deducted', 'Open, and hold the money back')}
        ${button('dispute_opened', 'Open, and hold nothing back yet')}
      </fieldset>
      <fieldset><legend>Settlement of all payments</legend>
        ${button('settle', 'Pay out now, less fees and tax')}
      </fieldset>
    </form>`,
  );
}

/** Applies a person's choice on the page of a payment. A choice that is impossible in the current state changes nothing. */
export async function playPayment(
  account: SandboxAccountService,
  { payment, refunds, disputes }: PaymentHistory,
  form: URLSearchParams,
): Promise<void> {
  const [action, amount, id] = ['action', 'amount', 'id'].map((name) => form.get(name) ?? '');
  const refund = refunds.find((made) => made.id === id);
  const dispute = disputes.find((opened) => opened.id === id);
  if (action === 'refund_outside' && AMOUNT.test(amount!)) {
    const amountMinor = toMinorUnits(Number(amount));
    if (amountMinor > 0) await account.refundOutside(payment.id, amountMinor);
  }
  if (action === 'refund_processed' && refund) await account.endRefund(refund.id, 'processed');
  if (action === 'refund_failed' && refund) await account.endRefund(refund.id, 'failed');
  if (action === 'dispute_deducted') await account.openDispute(payment.id, true);
  if (action === 'dispute_opened') await account.openDispute(payment.id, false);
  if (action === 'dispute_won' && dispute) await account.endDispute(dispute.id, 'won');
  if (action === 'dispute_lost' && dispute) await account.endDispute(dispute.id, 'lost');
  if (action === 'settle') await account.settleNow();
}

function button(action: string, label: string): string {
  return `<button name="action" value="${action}">${label}</button>`;
}
