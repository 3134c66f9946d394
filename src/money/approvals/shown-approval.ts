import {
  type Approval,
  type ApprovalDetails,
  type SHOWN_KINDS,
} from '../../people/approvals/approval.entity.js';
import type {
  AdjustmentStatus,
  WalletAdjustment,
} from '../wallets/adjustments/wallet-adjustment.entity.js';

/** An approval or an adjustment, as the list shows both. */
export interface ShownApproval extends Pick<
  Approval,
  | 'id'
  | 'clientId'
  | 'amountMinor'
  | 'reference'
  | 'note'
  | 'status'
  | 'proposedBy'
  | 'proposedAt'
  | 'decidedBy'
  | 'decidedAt'
  | 'rejectionReason'
  | 'approvalReason'
> {
  kind: (typeof SHOWN_KINDS)[number];
  details: ApprovalDetails;
}

const STATUS_OF = { proposed: 'waiting', approved: 'approved', rejected: 'rejected' } as const;

export function asApproval({ reason, status, ...adjustment }: WalletAdjustment): ShownApproval {
  return {
    ...adjustment,
    kind: 'adjustment',
    note: reason,
    status: STATUS_OF[status],
    approvalReason: null,
    details: {},
  };
}

/** Translates a status to the one that an adjustment has in its own table. */
export function adjustmentStatusOf(status: ShownApproval['status']): AdjustmentStatus {
  return status === 'waiting' ? 'proposed' : status;
}
