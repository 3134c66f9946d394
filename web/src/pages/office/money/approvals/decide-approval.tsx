import type { ApprovalDto } from '../../../../api/generated/admin/admin-api.schemas';
import {
  approveProposalMutation,
  rejectProposalMutation,
} from '../../../../api/generated/admin/admin-api.tanstack';
import { useSession } from '../../../../frame/session';
import { formatMoney } from '../../../../shared/format';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { effectOf, effectOfRejection, KIND_NAMES } from './approval-effect';
import { ReasonField } from '../../../../shared/text-fields';

/** Approves or rejects what waits. The person who proposed it can only withdraw it. */
export function DecideApproval({ approval }: { approval: ApprovalDto }) {
  const { user } = useSession();
  // The service checks this too; hiding the button avoids the refusal.
  const isOwn = approval.proposed_by.startsWith(`user ${user.id} `);
  return (
    <span className="actions">
      {!isOwn && <Approve approval={approval} />}
      <Reject approval={approval} isOwn={isOwn} />
    </span>
  );
}

function Approve({ approval }: { approval: ApprovalDto }) {
  const name = nameOf(approval);
  return (
    <ConfirmButton
      label="Approve"
      aria-label={`Approve ${name} of ${approval.client_name}`}
      title={`Approve ${name}?`}
      busy="Approving…"
      send={(money) =>
        approveProposalMutation().mutationFn({ path: { id: approval.id }, ...money })
      }
    >
      <p>{effectOf(approval)}</p>
      {approval.reference !== null && (
        <p>
          Reference: <span className="mono">{approval.reference}</span>
        </p>
      )}
      {approval.note !== null && <p>{`“${approval.note}”`}</p>}
      <p className="soft small">Proposed by {approval.proposed_by}</p>
    </ConfirmButton>
  );
}

function Reject({ approval, isOwn }: { approval: ApprovalDto; isOwn: boolean }) {
  const name = nameOf(approval);
  const verb = isOwn ? 'Withdraw' : 'Reject';
  return (
    <FormButton
      label={verb}
      aria-label={`${verb} ${name} of ${approval.client_name}`}
      title={`${verb} ${name}?`}
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

function nameOf({ kind, amount }: ApprovalDto): string {
  const name = KIND_NAMES[kind].toLowerCase();
  return amount == null ? name : `${name} of ${formatMoney(amount)}`;
}
