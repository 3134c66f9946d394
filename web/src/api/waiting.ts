import type { ProposedApprovalDto, WaitingDto } from './generated/admin-types';

/** Place in the cache of the approval that the last change waits for, until the person has read so. */
export const WAITING = ['waiting'];

/** Finds the approval in an answer, or null: the generated client does not know the type of 202. */
export function approvalIn(answer: unknown): ProposedApprovalDto | null {
  const { data } = (answer ?? {}) as { data?: Partial<WaitingDto> };
  return data?.approval ?? null;
}
