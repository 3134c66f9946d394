import { useQuery } from '@tanstack/react-query';
import type { OrderSummaryDto } from '../../../api/generated/admin-types';
import { formatMoney, sumOf } from '../../../shared/format';
import { OrderLink } from '../../../order/order-link';
import { PaymentOutcomes } from '../../../payments/payment-outcomes';
import type { WalletPayment } from '../../../payments/use-wallet-payment';
import { walletPreviewOptions } from './pay-from-wallets';

interface WalletOutcomesProps {
  payment: WalletPayment;
  /** The orders that were to be paid. */
  sent: readonly OrderSummaryDto[];
}

/** Renders the result of paying orders from wallets. */
export function WalletOutcomes({ payment, sent }: WalletOutcomesProps) {
  return (
    <PaymentOutcomes
      payment={payment}
      from="wallets"
      sums={<PaidAndMissing sent={sent} outcomes={payment.outcomes ?? []} />}
      link={(number) => <OrderLink number={number} />}
    />
  );
}

interface PaidAndMissingProps {
  sent: readonly OrderSummaryDto[];
  outcomes: NonNullable<WalletPayment['outcomes']>;
}

/** Says how much was paid, and how much orders lacked. Both may be more than the button said: money came meanwhile. */
function PaidAndMissing({ sent, outcomes }: PaidAndMissingProps) {
  const byNumber = new Map(outcomes.map((each) => [each.order_number, each.outcome]));
  const ordersWith = (wanted: string): OrderSummaryDto[] =>
    sent.filter(({ order_number: number }) => byNumber.get(number) === wanted);
  const paid = sumOf(ordersWith('paid').map(({ total = 0 }) => total));
  const short = ordersWith('insufficient_balance');
  return (
    <>
      {paid > 0 && <p>{`${formatMoney(paid)} was paid.`}</p>}
      {short.length > 0 && <MissingMoney orders={short} />}
    </>
  );
}

/** Says how much the wallets lack to pay orders, in all and for each client. */
function MissingMoney({ orders }: { orders: readonly OrderSummaryDto[] }) {
  const numbers = orders.map(({ order_number }) => order_number);
  const byNumber = new Map(orders.map((order) => [order.order_number, order]));
  const clients = useQuery(walletPreviewOptions(numbers)).data?.data ?? [];
  const missing = clients.flatMap(({ balance, paid, left }) => {
    const short = left.flatMap(({ order_number: number, outcome }) =>
      outcome === 'insufficient_balance' ? (byNumber.get(number) ?? []) : [],
    );
    const [first] = short;
    if (first === undefined) return [];
    const amount = sumOf([...short.map(({ total = 0 }) => total), paid, -balance]);
    return { name: first.client_name, amount };
  });
  if (missing.length === 0) return null;
  const named = missing.map(({ name, amount }) => `${name} ${formatMoney(amount)}`);
  return (
    <p>{`${formatMoney(sumOf(missing.map(({ amount }) => amount)))} is missing: ${named.join(', ')}.`}</p>
  );
}
