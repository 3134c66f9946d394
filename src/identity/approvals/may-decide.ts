import { AppError } from '../../platform/http/errors.js';
import { personOf } from '../../platform/audit/actor.js';
import type { Permitted } from '../signed-in-user.js';
import type { ApprovalKind } from './approval-kinds.js';
import type { Approval } from './approval.entity.js';

/** The person who decides: an operator, by the permissions, or an owner of a client. */
export type Decider = Permitted | { clientId: number };

/** @throws AppError approval_not_found (to another client), permission_denied */
export function assertMayDecide(
  { clientId, proposedBy }: Approval,
  kind: ApprovalKind,
  { decider, actor }: { decider: Decider; actor: string },
): void {
  if (typeof decider !== 'function') {
    if (kind.isForClient && clientId === decider.clientId) return;
    throw new AppError('approval_not_found');
  }
  const { permission, proposedWith = permission } = kind;
  const isOwn = personOf(proposedBy) === personOf(actor);
  if (!decider(isOwn ? proposedWith : permission)) throw new AppError('permission_denied');
}

/** @throws AppError approval_decided, unless the same person made the same decision before */
export function decidedBefore(
  approval: Approval,
  status: Approval['status'],
  actor: string,
): Approval {
  const { decidedBy } = approval;
  const isSame = decidedBy !== null && personOf(decidedBy) === personOf(actor);
  if (isSame && approval.status === status) return approval;
  const { rejectionReason: reason } = approval;
  const message = `It was ${approval.status} already${reason === null ? '.' : `: ${reason}`}`;
  throw new AppError('approval_decided', { message });
}
