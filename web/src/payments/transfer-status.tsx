import type { OwnTransferDto } from '../api/generated/dashboard-types';
import { StatusOf, type StatusRow } from '../shared/status';

const STATUSES: Record<OwnTransferDto['status'], StatusRow> = {
  claimed: { tone: 'waiting', label: 'Waiting for confirmation' },
  confirmed: { tone: 'ok', label: 'Confirmed' },
  rejected: { tone: 'bad', label: 'Rejected' },
};

/** Renders the status of a bank transfer. */
export function TransferStatus({ status }: Pick<OwnTransferDto, 'status'>) {
  return <StatusOf {...STATUSES[status]} />;
}
