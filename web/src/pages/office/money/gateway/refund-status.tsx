import type { GatewayRefundDto } from '../../../../api/generated/admin-types';
import { StatusOf, type StatusRow } from '../../../../shared/status';

export const REFUND_STATUSES: Record<GatewayRefundDto['status'], StatusRow> = {
  requested: { tone: 'waiting', label: 'Requested' },
  pending: { tone: 'moving', label: 'On its way' },
  processed: { tone: 'ok', label: 'Returned' },
  failed: { tone: 'bad', label: 'Failed, back in the wallet' },
};

/** Renders the state of a refund to source. */
export function RefundStatus({ status }: Pick<GatewayRefundDto, 'status'>) {
  return <StatusOf {...REFUND_STATUSES[status]} />;
}
