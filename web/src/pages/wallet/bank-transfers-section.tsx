import { useQuery } from '@tanstack/react-query';
import type { OwnTransferDto } from '../../api/generated/dashboard-types';
import { getBankAccountOptions, listOwnTransfersOptions } from '../../api/generated/dashboard';
import { ClaimTransfer, TransferAccount } from '../../payments/claim-transfer';
import { TransferStatus } from '../../payments/transfer-status';
import { column, type Column } from '../../shared/lists/columns';
import { plural } from '../../shared/format';
import { ListView } from '../../shared/lists/list-view';
import { SectionCard } from '../../shared/layout/section-card';
import { ConfirmedTransfer } from './confirmed-transfer';

const SHOWN = 10;

const COLUMNS: readonly Column<OwnTransferDto>[] = [
  column.code('UTR', 'utr'),
  column.day('Sent on', 'date'),
  column.wide('State', ({ status }) => <TransferStatus status={status} />),
  column.cell('For', ({ orders, reason }) => reason ?? usedFor(orders)),
  column.money('Amount', 'amount'),
];

/** Renders the account for bank transfers, and the claimed transfers. */
export function BankTransfersSection() {
  const account = useQuery(getBankAccountOptions());
  const transfers = useQuery(listOwnTransfersOptions({ query: { limit: SHOWN } }));
  const details = account.data?.data.details;
  const [latest] = transfers.data?.data ?? [];
  return (
    <SectionCard
      title="Bank transfers"
      aside={<ClaimTransfer label="I have sent a transfer" size="compact-sm" />}
    >
      {latest !== undefined && <ConfirmedTransfer transfer={latest} />}
      {details != null && <TransferAccount />}
      <ListView
        query={transfers}
        what="Bank transfers"
        columns={COLUMNS}
        empty={
          details === null
            ? 'Bank transfers are not available: the wholesaler has not set up an account.'
            : 'No transfers yet. Send money to the account with your payment reference, then enter its UTR here.'
        }
      />
    </SectionCard>
  );
}

function usedFor(orders: OwnTransferDto['orders']): string {
  if (orders.length === 0) return 'Wallet';
  const paid = orders.filter(({ outcome }) => outcome === 'paid').length;
  const isDecided = orders.every(({ outcome }) => outcome !== 'waiting');
  return isDecided
    ? `${paid} of ${plural(orders.length, 'order')} paid`
    : plural(orders.length, 'order');
}
