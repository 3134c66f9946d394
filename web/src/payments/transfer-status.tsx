import type { OwnTransferDto } from '../api/generated/dashboard/dashboard-api.schemas';
import { Status, type Tone } from '../shared/status';

const STATUSES: Record<OwnTransferDto['status'], { tone: Tone; label: string }> = {
  claimed: { tone: 'waiting', label: 'Waiting for confirmation' },
  confirmed: { tone: 'ok', label: 'Confirmed' },
  rejected: { tone: 'bad', label: 'Rejected' },
};

/** Renders the status of a bank transfer. */
export function TransferStatus({ status }: Pick<OwnTransferDto, 'status'>) {
  return <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>;
}
