import type { TransferDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listTransfersOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../../frame/session';
import { TransferStatus } from '../../../../payments/transfer-status';
import { ClientLinkById } from '../../client/client-link-by-id';
import type { Column } from '../../../../shared/lists/data-table';
import { formatDay } from '../../../../shared/format';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { RelativeTime } from '../../../../shared/time';
import { RejectTransfer } from './reject-transfer';
import { useTransferConfirmation } from './use-transfer-confirmation';

const COLUMNS: readonly Column<TransferDto>[] = [
  { header: 'UTR', cell: ({ utr }) => <span className="mono">{utr}</span> },
  {
    header: 'Client',
    cell: ({ client_id }) => <ClientLinkById id={client_id} />,
  },
  { header: 'Sent on', cell: ({ date }) => formatDay(date) },
  { header: 'Claimed', cell: ({ claimed_at }) => <RelativeTime at={claimed_at} /> },
  { header: 'State', isWide: true, cell: ({ status }) => <TransferStatus status={status} /> },
  { header: 'Orders', isNumber: true, cell: ({ orders }) => orders.length },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

const DECISION: Column<TransferDto> = {
  header: 'Decision',
  cell: (transfer) =>
    transfer.status === 'claimed' ? <RejectTransfer transfer={transfer} /> : '–',
};

interface TransfersTabProps {
  status?: 'claimed';
  cursor: string | undefined;
}

/** Renders the bank transfers that clients claimed. Waiting ones can be confirmed, many at once; statements of the bank confirm them on the tab “Bank”. */
export function TransfersTab({ status, cursor }: TransfersTabProps) {
  const canDecide = useMay('money:write');
  const query = usePages(listTransfersOptions({ query: { status, cursor } }));
  const confirmation = useTransferConfirmation(query.data?.data ?? [], cursor);
  return (
    <>
      {confirmation.outcome}
      <PagedList
        query={query}
        cursor={cursor}
        what="Bank transfers"
        columns={canDecide ? [...COLUMNS, DECISION] : COLUMNS}
        selection={canDecide && status === 'claimed' ? confirmation.selection : undefined}
        empty="No bank transfers are waiting."
      />
    </>
  );
}
