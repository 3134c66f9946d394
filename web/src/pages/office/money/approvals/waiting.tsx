import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProposedApprovalDto } from '../../../../api/generated/admin-types';
import { getApprovalLimitsOptions } from '../../../../api/generated/admin';
import { formatMoney } from '../../../../shared/format';
import dialogs from '../../../../shared/forms/dialog.module.css';
import { Modal } from '../../../../shared/overlays/overlays';
import { Notice } from '../../../../shared/layout/notice';
import { approversOf, isAccess, NoOneElse, useDecidesAlone } from './asked';

const SETTINGS: ReadonlySet<string> = new Set([
  'approval_limits',
  'operator_roles',
  'credit_terms',
  ...['bank_details', 'bank_account', 'bank_opening', 'statement'],
]);

interface WaitsHintProps {
  kind: 'receipt' | 'payout' | 'reversal' | 'refund' | 'adjustment';
  /** The amount that is about to be recorded; NaN until it is known. */
  amount: number;
}

/** Says before it is sent what waits; above the limit also that this will. What was recorded today counts, too. */
export function WaitsHint({ kind, amount }: WaitsHintProps) {
  const limits = useQuery(getApprovalLimitsOptions()).data?.data;
  const isAlone = useDecidesAlone(kind);
  if (limits === undefined) return null;
  const limit = limits[kind];
  const perDay = limits[`${kind}_per_day`] ?? 0;
  const rule =
    limit === 0
      ? `Everything waits until ${approversOf(kind)} approves it.`
      : `What you record in a day above ${formatMoney(limit)} for one client, or ${formatMoney(perDay)} for all, waits until ${approversOf(kind)} approves it.`;
  const proof = kind === 'receipt' ? ' What a bank statement proves does not wait.' : '';
  const isAbove = Math.abs(amount) > Math.min(limit, perDay);
  return (
    <div role="status">
      {isAbove ? (
        <Notice tone="waiting" title="This is more than one person records alone.">
          <p>{isAlone ? <NoOneElse /> : rule + proof}</p>
        </Notice>
      ) : (
        <p className="soft small">{rule + proof}</p>
      )}
    </div>
  );
}

interface WaitingDialogProps {
  /** null: the dialog is closed. */
  approval: ProposedApprovalDto | null;
  onClose: () => void;
}

/** Renders a dialog that says that something waits, and for whom. */
export function WaitingDialog({ approval, onClose }: WaitingDialogProps) {
  return (
    <Modal opened={approval !== null} onClose={onClose} title="It waits for another person">
      {approval !== null && (
        <div className={dialogs.body}>
          <WaitingText approval={approval} />
          <div className={dialogs.buttons}>
            <Button data-autofocus onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

function WaitingText({ approval: { kind, amount } }: { approval: ProposedApprovalDto }) {
  if (isAccess(kind)) {
    return (
      <p role="status">
        The client has an owner, who got a mail and decides on the page Company and people. The
        invitation is not sent yet. After 72 hours another person here can approve it, with a
        reason.
      </p>
    );
  }
  const isSetting = SETTINGS.has(kind);
  const isSetAside = kind === 'payout' || kind === 'refund';
  const money = amount == null ? 'It' : formatMoney(amount);
  return (
    <div role="status">
      <p>
        {isSetAside
          ? `${money} has left the wallet and is set aside. `
          : isSetting
            ? 'Nothing has changed yet. '
            : `${money} is not recorded yet. `}
        {`Now ${approversOf(kind)} approves or rejects it under `}
        <Link to="/office/money" search={{ tab: 'approvals' }}>
          Approvals
        </Link>
        .
      </p>
      {kind === 'payout' && <p>Make the transfer at your bank only once it is approved.</p>}
    </div>
  );
}
