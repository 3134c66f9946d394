import { getRouteApi } from '@tanstack/react-router';
import type { TransferDto } from '../../../../api/generated/admin-types';
import { listTransfersOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { TransferStatus } from '../../../../payments/transfer-status';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { WaitsForApproval } from '../approvals/waits-for-approval';
import { RejectTransfer } from './reject-transfer';
import { useTransferConfirmation } from './use-transfer-confirmation';
import { linkTo } from '../../office-columns';

const route = getRouteApi('/signed-in/office/money');

const COLUMNS: readonly Column<TransferDto>[] = [
  column.code('UTR', 'utr'),
  linkTo.client('Client', 'client_id'),
  column.day('Sent on', 'date'),
  column.time('Claimed', 'claimed_at'),
  { header: 'Orders', isNumber: true, cell: ({ orders }) => orders.length },
  column.money('Amount', 'amount'),
];
const STATE = column.wide<TransferDto>('State', ({ status, approval_id: approval }) =>
  approval === null ? <TransferStatus status={status} /> : <WaitsForApproval />,
);

/** Renders the bank transfers that clients claimed. Waiting ones can be confirmed, many at once; statements of the bank confirm them on the tab “Bank”. */
export function TransfersTab() {
  const { tab, cursor } = route.useSearch();
  const status = tab === undefined ? 'claimed' : undefined;
  const canDecide = useMay('money:write');
  const query = usePages(listTransfersOptions({ query: { status, cursor } }));
  const confirmation = useTransferConfirmation(query.data?.data ?? [], cursor);
  const decision: Column<TransferDto> = {
    header: 'Decision',
    isWide: true,
    permission: 'money:write',
    cell: (transfer) =>
      transfer.status === 'claimed' ? (
        <div className="actions">
          {transfer.approval_id === null
            ? confirmation.buttonOf(transfer)
            : status === 'claimed' && <WaitsForApproval />}
          <RejectTransfer transfer={transfer} />
        </div>
      ) : (
        '–'
      ),
  };
  return (
    <>
      {confirmation.outcome}
      <PagedList
        query={query}
        what="Bank transfers"
        columns={[...COLUMNS, ...(status === 'claimed' ? [] : [STATE]), decision]}
        selection={canDecide && status === 'claimed' ? confirmation.selection : undefined}
        empty="No bank transfers are waiting."
      />
    </>
  );
}
