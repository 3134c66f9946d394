import { personIdOf } from '../../../../../../src/platform/audit/actor.ts';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { approveProposalMutation, rejectProposalMutation } from '../../../../api/generated/admin';
import type { SessionDto } from '../../../../api/generated/dashboard-types';
import { useSession } from '../../../../frame/session';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { Person } from '../../people/person';
import { isAccess } from './asked';
import { Weighed } from './weighed';
import { amountText, effectOf, effectOfRejection, KIND_NAMES } from './approval-effect';
import { ReasonField } from '../../../../shared/text-fields';

/** Permissions to decide, other than `money:write`. */
const PERMISSIONS: Partial<Record<ApprovalDto['kind'], string>> = {
  client_member: 'members:write',
  client_owner: 'members:write',
  approval_limits: 'limits:write',
  operator_roles: 'users:write',
  bank_account: 'limits:write',
  bank_opening: 'limits:write',
};

/** Returns true if the person of a session proposed an approval. */
export function isOwnProposal({ proposed_by: proposer }: ApprovalDto, { user }: SessionDto) {
  return personIdOf(proposer) === user.id;
}

/** Returns true if a person may decide about what others propose of this kind. */
export function mayDecide({ kind }: ApprovalDto, { permissions }: SessionDto): boolean {
  return permissions.includes(PERMISSIONS[kind] ?? 'money:write');
}

/** Approves or rejects what waits. The person who proposed it can only withdraw it. */
export function DecideApproval({ approval }: { approval: ApprovalDto }) {
  const session = useSession();
  // The service checks this too; hiding the button avoids the refusal.
  const isOwn = isOwnProposal(approval, session);
  if (!mayDecide(approval, session) && !isOwn) return '–';
  return (
    <span className="actions">
      {!isOwn &&
        (isAccess(approval.kind) ? (
          <ApproveAccess approval={approval} />
        ) : (
          <Approve approval={approval} />
        ))}
      <Reject approval={approval} isOwn={isOwn} />
    </span>
  );
}

function Approve({ approval }: { approval: ApprovalDto }) {
  const name = nameOf(approval);
  return (
    <ConfirmButton
      label="Approve"
      aria-label={`Approve ${name}${ofClient(approval)}`}
      title={`Approve ${name}?`}
      busy="Approving…"
      send={(money) =>
        approveProposalMutation().mutationFn({ path: { id: approval.id }, body: {}, ...money })
      }
    >
      <p>{effectOf(approval)}</p>
      {approval.reference !== null && (
        <p>
          Reference: <span className="mono">{approval.reference}</span>
        </p>
      )}
      {approval.note !== null && <p>{`“${approval.note}”`}</p>}
      {approval.amount != null && <Weighed approval={approval} />}
      <p className="soft small">
        Proposed by <Person actor={approval.proposed_by} name={approval.proposed_by_name} />
      </p>
    </ConfirmButton>
  );
}

/** Approves a person of a client in place of its owner. */
function ApproveAccess({ approval }: { approval: ApprovalDto }) {
  const name = nameOf(approval);
  return (
    <FormButton
      label="Approve"
      aria-label={`Approve ${name}${ofClient(approval)}`}
      title={`Approve ${name} in place of the owner?`}
      draftName={`approve ${approval.id}`}
      action="Approve"
      initialValues={{ reason: '' }}
      send={(body, money) =>
        approveProposalMutation().mutationFn({ path: { id: approval.id }, body, ...money })
      }
    >
      {({ getInputProps }) => (
        <>
          <p>{effectOf(approval)}</p>
          <p>An owner of the client decides for 72 hours. After that you can, with a reason.</p>
          <ReasonField
            description="The audit log and this list keep it"
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}

function Reject({ approval, isOwn }: { approval: ApprovalDto; isOwn: boolean }) {
  const name = nameOf(approval);
  const verb = isOwn ? 'Withdraw' : 'Reject';
  return (
    <FormButton
      label={verb}
      aria-label={`${verb} ${name}${ofClient(approval)}`}
      title={`${verb} ${name}?`}
      draftName={`reject ${approval.id}`}
      action={verb}
      initialValues={{ reason: '' }}
      send={(body, money) =>
        rejectProposalMutation().mutationFn({ path: { id: approval.id }, body, ...money })
      }
    >
      {({ getInputProps }) => (
        <>
          <p>{effectOfRejection(approval)}</p>
          <ReasonField
            description="The person who proposed it sees it"
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}

function nameOf(approval: ApprovalDto): string {
  const name = KIND_NAMES[approval.kind].toLowerCase();
  return approval.amount == null ? name : `${name} of ${amountText(approval)}`;
}

function ofClient({ client_name: name }: ApprovalDto): string {
  return name === null ? '' : ` of ${name}`;
}
