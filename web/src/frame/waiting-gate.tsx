import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProposedApprovalDto } from '../api/generated/admin-types';
import { WAITING } from '../api/waiting';
import { whenOpened } from '../shared/overlays/when-opened';

const WaitingDialog = whenOpened(
  async () => (await import('../pages/office/money/approvals/waiting')).WaitingDialog,
);

/**
 * Says that a change waits for another person, except about a line of the bank, which says so itself. The list where the change
 * was made may load again without its button.
 */
export function WaitingGate() {
  const queryClient = useQueryClient();
  const { data: approval = null } = useQuery<ProposedApprovalDto | null>({
    queryKey: WAITING,
    queryFn: skipToken,
  });
  return (
    <WaitingDialog
      opened={approval !== null && approval.kind !== 'bank_line'}
      approval={approval}
      onClose={() => queryClient.setQueryData(WAITING, null)}
    />
  );
}
