import type {
  AccessRequestDto,
  ColleagueDto,
  OpenInvitationDto,
} from '../../api/generated/dashboard-types';
import {
  approveAccessRequestMutation,
  changeColleagueRoleMutation,
  declineAccessRequestMutation,
  revokeOpenInvitationMutation,
} from '../../api/generated/dashboard';
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

export function RevokeInvitation({ invitation }: { invitation: OpenInvitationDto }) {
  return (
    <CallButton
      label="Revoke"
      aria-label={`Revoke the invitation of ${invitation.email}`}
      send={() => revokeOpenInvitationMutation().mutationFn({ path: { id: invitation.id } })}
    />
  );
}

/** Approves or declines an invitation that the wholesaler asks for. */
export function DecideRequest({ request: { id, email, role } }: { request: AccessRequestDto }) {
  return (
    <span className="actions">
      <ConfirmButton
        label="Approve"
        aria-label={`Approve the invitation of ${email}`}
        title={`Invite ${email}?`}
        action="Approve"
        busy="Approving…"
        send={() => approveAccessRequestMutation().mutationFn({ path: { id } })}
      >
        <p>
          {role === 'owner'
            ? 'The person becomes an owner, who sees and pays orders, manages tokens, and invites and removes people.'
            : 'The person becomes a member, who sees and pays orders and manages tokens.'}{' '}
          The invitation is sent to this address only.
        </p>
      </ConfirmButton>
      <CallButton
        label="Decline"
        aria-label={`Decline the invitation of ${email}`}
        send={() => declineAccessRequestMutation().mutationFn({ path: { id } })}
      />
    </span>
  );
}
