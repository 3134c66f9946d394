import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PayOutcomeDto } from '../../api/generated/dashboard-types';
import { csvAddress } from '../../shared/lists/csv-address';
import { plural } from '../../shared/format';
import { Notice } from '../../shared/layout/notice';
import { StatusOf, type StatusRow } from '../../shared/status';
import classes from './payment-outcomes.module.css';
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
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const paid = outcomes.filter(({ outcome }) => outcome === 'paid').length;
  const isWhole = paid === outcomes.length;
  const title = isWhole
    ? `Paid ${plural(paid, 'order')} from your wallet.`
    : `Paid ${paid} of ${plural(outcomes.length, 'order')} from your wallet.`;
  return (
    <div ref={region} role="status" tabIndex={-1} className={classes.outcomes}>
      <Notice tone={isWhole ? 'ok' : 'waiting'} title={title}>
        <ul className={classes.list}>
          {outcomes.map(({ order_number, outcome }) => (
            <li key={order_number}>
              <OwnOrderLink number={order_number} />
              <StatusOf {...OUTCOMES[outcome]} />
            </li>
          ))}
        </ul>
        <div className={classes.actions}>
          {!isWhole && (
            <Button
              component="a"
              href={csvOfUnpaid(outcomes)}
              download="unpaid-orders.csv"
              variant="default"
              size="xs"
            >
              Download the unpaid ones as CSV
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onClose}>
            Close
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** Makes the address of a file with the orders that were not paid, and why. */
function csvOfUnpaid(outcomes: readonly PayOutcomeDto[]): string {
  const unpaid = outcomes.filter(({ outcome }) => outcome !== 'paid');
  return csvAddress(
    ['order_number', 'outcome'],
    unpaid.map(({ order_number, outcome }) => [order_number, outcome]),
  );
}
