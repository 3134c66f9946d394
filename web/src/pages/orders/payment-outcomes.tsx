import type { PayOutcomeDto } from '../../api/generated/dashboard-types';
import { BulkOutcomes } from '../../shared/lists/bulk-outcomes';
import { csvAddress } from '../../shared/lists/csv-address';
import { plural } from '../../shared/format';
import { StatusOf, type StatusRow } from '../../shared/status';
import { OwnOrderLink } from '../../order/order-link';

const OUTCOMES: Record<PayOutcomeDto['outcome'], StatusRow> = {
  paid: { tone: 'ok', label: 'Paid' },
  insufficient_balance: { tone: 'waiting', label: 'Not paid: the wallet holds too little' },
  credit_exceeded: { tone: 'waiting', label: 'Not paid: your credit does not cover it' },
  not_payable: { tone: 'bad', label: 'Not paid: it is no longer waiting for payment' },
};

interface PaymentOutcomesProps {
  outcomes: readonly PayOutcomeDto[];
  onClose: () => void;
}

/** Renders the result of a payment for each order. */
export function PaymentOutcomes({ outcomes, onClose }: PaymentOutcomesProps) {
  const unpaid = outcomes.filter(({ outcome }) => outcome !== 'paid');
  const paid = outcomes.length - unpaid.length;
  return (
    <BulkOutcomes
      title={
        unpaid.length === 0
          ? `Paid ${plural(paid, 'order')} from your wallet.`
          : `Paid ${paid} of ${plural(outcomes.length, 'order')} from your wallet.`
      }
      isWhole={unpaid.length === 0}
      file={{
        label: 'Download the unpaid ones as CSV',
        name: 'unpaid-orders.csv',
        address: csvAddress(
          ['order_number', 'outcome'],
          unpaid.map(({ order_number, outcome }) => [order_number, outcome]),
        ),
      }}
      onClose={onClose}
    >
      {outcomes.map(({ order_number, outcome }) => (
        <li key={order_number}>
          <OwnOrderLink number={order_number} />
          <StatusOf {...OUTCOMES[outcome]} />
        </li>
      ))}
    </BulkOutcomes>
  );
}
