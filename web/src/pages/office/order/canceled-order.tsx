import { useQuery } from '@tanstack/react-query';
import { getOrderOptions, listAuditEntriesOptions } from '../../../api/generated/admin';
import { useMay, useSession } from '../../../frame/session';
import { OrderLink } from '../../../order/order-link';
import { RelativeTime } from '../../../shared/time';
import { Person } from '../people/person';

/** Says when an order was canceled, and by whom to people who may read the audit log. Clients see only that it was. */
export function CanceledOrder({ number }: { number: string }) {
  const isOperator = useSession().user.kind === 'operator';
  const order = useQuery({
    ...getOrderOptions({ path: { order_number: number } }),
    enabled: isOperator,
    // The page may show it as it was before.
    staleTime: 0,
  });
  const audit = useQuery({
    ...listAuditEntriesOptions({ query: { subject: `order ${number}` } }),
    enabled: useMay('audit:read'),
  });
  if (!isOperator) return `${number} was canceled.`;
  const at = order.data?.data.timeline.findLast(({ status }) => status === 'cancelled')?.changed_at;
  const actor = audit.data?.data.find(({ action }) => action === 'order.cancelled')?.actor;
  return (
    <>
      <OrderLink number={number} />
      {' was canceled'}
      {at !== undefined && (
        <>
          {' '}
          <RelativeTime at={at} />
        </>
      )}
      {actor !== undefined && (
        <>
          {' by '}
          <Person actor={actor} />
        </>
      )}
    </>
  );
}
