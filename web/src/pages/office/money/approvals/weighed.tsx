import { useQuery } from '@tanstack/react-query';
import { personIdOf } from '../../../../../../src/platform/audit/actor.ts';
import { getApprovalLimitsOptions, getClientOptions } from '../../../../api/generated/admin';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { formatMoney } from '../../../../shared/format';
import { WHY_IT_WAITS } from './waiting';

/** The limits that money counts in, by kind of approval. */
const LIMIT_OF = {
  receipt: 'receipt',
  order_payment: 'receipt',
  transfer: 'receipt',
  payout: 'payout',
  bank_line: 'payout',
  reversal: 'reversal',
  refund: 'refund',
  adjustment: 'adjustment',
} as const satisfies Partial<Record<ApprovalDto['kind'], string>>;

interface WeighedProps {
  approval: ApprovalDto;
}

/** Says what a person weighs before it approves money: why it waits, the limit, and what the client has and owes. */
export function Weighed({ approval }: WeighedProps) {
  const { kind, client_id: id, proposed_by: proposer } = approval;
  const limits = useQuery(getApprovalLimitsOptions()).data?.data;
  const counted = id !== null && kind in LIMIT_OF ? LIMIT_OF[kind as keyof typeof LIMIT_OF] : null;
  const limit = counted === null ? 0 : (limits?.[counted] ?? 0);
  return (
    <>
      {personIdOf(proposer) !== null && (
        <p>
          {WHY_IT_WAITS}
          {limit > 0 && ` For one client, that is ${formatMoney(limit)} a day.`}
        </p>
      )}
      {id !== null && (
        <p>
          <ClientMoney approval={approval} />
        </p>
      )}
    </>
  );
}

/** Says what the client of an entry has and owes. */
export function ClientMoney({ approval: { client_id: id, client_name: name } }: WeighedProps) {
  const client = useQuery({ ...getClientOptions({ path: { id: id ?? 0 } }), enabled: id !== null })
    .data?.data;
  if (client === undefined) return null;
  const { wallet_balance: wallet = 0, debt = 0 } = client;
  const owed = debt > 0 ? `, and owes ${formatMoney(debt)}` : '';
  return `${name} has ${formatMoney(wallet)} in its wallet now${owed}.`;
}
