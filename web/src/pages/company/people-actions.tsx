import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ColleagueDto,
  OpenInvitationDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  changeColleagueRoleMutation,
  revokeOpenInvitationMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { ConfirmDialog } from '../../shared/forms/confirm-dialog';
import { PasswordGate } from '../../shared/forms/password-gate';

/** Makes a member an owner, or an owner a member. */
export function ChangeRole({ colleague }: { colleague: ColleagueDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const change = useMutation({
    ...changeColleagueRoleMutation(),
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
  });
  const isOwner = colleague.role === 'owner';
  const action = isOwner ? 'Make member' : 'Make owner';
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${action}: ${colleague.name}`}
        onClick={dialog.open}
      >
        {action}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`${action}: ${colleague.name}?`}
        action={action}
        busy="Saving…"
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate({
            path: { id: colleague.id },
            body: { role: isOwner ? 'member' : 'owner' },
          })
        }
      >
        <p>
          {isOwner
            ? 'Members see and pay orders and manage tokens. They cannot invite people or change automatic payment.'
            : 'Owners also invite and remove people and change automatic payment.'}{' '}
          The person has to sign in again.
        </p>
      </ConfirmDialog>
      <PasswordGate mutation={change} />
    </>
  );
}

/** Revokes an invitation. */
export function RevokeInvitation({ invitation }: { invitation: OpenInvitationDto }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    ...revokeOpenInvitationMutation(),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Revoke the invitation of ${invitation.email}`}
      disabled={revoke.isPending}
      onClick={() => revoke.mutate({ path: { id: invitation.id } })}
    >
      Revoke
    </Button>
  );
}
