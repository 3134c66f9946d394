import type { ReactNode } from 'react';
import { BulkOutcomes } from '../shared/lists/bulk-outcomes';
import { csvAddress } from '../shared/lists/csv-address';
import { plural } from '../shared/format';
import type { PaymentOutcome, WalletPayment } from './use-wallet-payment';
import { StatusOf, type StatusRow } from '../shared/status';

export const OUTCOMES: Record<PaymentOutcome['outcome'], StatusRow> = {
  paid: { tone: 'ok', label: 'Paid' },
  paid_before: { tone: 'waiting', label: 'Not paid again: it was paid already' },
  insufficient_balance: { tone: 'waiting', label: 'Not paid: the wallet holds too little' },
  credit_exceeded: { tone: 'waiting', label: 'Not paid: the credit does not cover it' },
  not_payable: { tone: 'bad', label: 'Not paid: it is no longer waiting for payment' },
};

interface PaymentOutcomesProps {
  payment: Pick<WalletPayment, 'outcomes' | 'forgetOutcomes'>;
  /** What paid them: "your wallet". */
  from: string;
  link: (number: string) => ReactNode;
  /** Says how much was paid, and how much is missing. */
  sums?: ReactNode;
}

/** Renders the result of a payment for each order, those that are paid folded; nothing before the first payment. */
export function PaymentOutcomes({ payment, from, link, sums }: PaymentOutcomesProps) {
  const { outcomes, forgetOutcomes } = payment;
  if (outcomes === null) return null;
  const unpaid = outcomes.filter(({ outcome }) => outcome !== 'paid');
  const paid = outcomes.filter(({ outcome }) => outcome === 'paid');
  const itemsOf = (listed: readonly PaymentOutcome[]): ReactNode =>
    listed.map(({ order_number, outcome }) => (
      <li key={order_number}>
        {link(order_number)}
        <StatusOf {...OUTCOMES[outcome]} />
      </li>
    ));
  return (
    <BulkOutcomes
      title={
        unpaid.length === 0
          ? `Paid ${plural(paid.length, 'order')} from ${from}.`
          : `Paid ${paid.length} of ${plural(outcomes.length, 'order')} from ${from}.`
      }
      isWhole={unpaid.length === 0}
      lead={sums}
      folded={
        paid.length > 0
          ? { summary: `Paid: ${plural(paid.length, 'order')}`, items: itemsOf(paid) }
          : undefined
      }
      file={{
        label: 'Download the unpaid ones as CSV',
        name: 'unpaid-orders.csv',
        address: csvAddress(
          ['order_number', 'outcome'],
          unpaid.map(({ order_number, outcome }) => [order_number, outcome]),
        ),
      }}
      onClose={forgetOutcomes}
    >
      {itemsOf(unpaid)}
    </BulkOutcomes>
  );
}
