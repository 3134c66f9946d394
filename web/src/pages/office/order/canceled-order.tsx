import { useQuery } from '@tanstack/react-query';
import { personText } from '../../../../../src/platform/audit/audit-words.ts';
import {
  getOrderOptions,
  listAuditEntriesOptions,
  listOperatorsOptions,
} from '../../../api/generated/admin';
import { useMay, useSession } from '../../../frame/session';
import { OrderLink } from '../../../order/order-link';
import { RelativeTime } from '../../../shared/time';

/** Says when an order was canceled, and by whom to people who may read the audit log. Clients see only that it was. */
export function CanceledOrder({ number }: { number: string }) {
  const { user } = useSession();
  const isOperator = user.kind === 'operator';
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
  const people = useQuery({
    ...listOperatorsOptions({ query: {} }),
    enabled: useMay('users:read'),
  });
  const known = people.data?.data ?? [user];
  const names = new Map(known.map(({ id, name }) => [`user ${id}`, name]));
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
      {actor !== undefined && ` by ${personText(actor, names)}`}
    </>
  );
}
