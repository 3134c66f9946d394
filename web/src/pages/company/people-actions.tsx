import type {
  ColleagueDto,
  OpenInvitationDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  changeColleagueRoleMutation,
  revokeOpenInvitationMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { CallButton } from '../../shared/forms/call-button';
import { ConfirmButton } from '../../shared/forms/confirm-button';

/** Makes a member an owner, or an owner a member. */
export function ChangeRole({ colleague }: { colleague: ColleagueDto }) {
  const isOwner = colleague.role === 'owner';
  const action = isOwner ? 'Make member' : 'Make owner';
  return (
    <ConfirmButton
      label={action}
      aria-label={`${action}: ${colleague.name}`}
      title={`${action}: ${colleague.name}?`}
      busy="Saving…"
      send={() =>
        changeColleagueRoleMutation().mutationFn({
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
    </ConfirmButton>
  );
}

/** Revokes an invitation. */
export function RevokeInvitation({ invitation }: { invitation: OpenInvitationDto }) {
  return (
    <CallButton
      label="Revoke"
      aria-label={`Revoke the invitation of ${invitation.email}`}
      send={() => revokeOpenInvitationMutation().mutationFn({ path: { id: invitation.id } })}
    />
  );
}
