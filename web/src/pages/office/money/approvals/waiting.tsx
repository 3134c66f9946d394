import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CountedSumDto, ProposedApprovalDto } from '../../../../api/generated/admin-types';
import { getApprovalLimitsOptions, listCountedTodayOptions } from '../../../../api/generated/admin';
import { formatMoment, formatMoney, sumOf } from '../../../../shared/format';
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

/** Why money waits; of other kinds, everything of some people does. */
export const WHY_IT_WAITS =
  'With what the same person recorded that day, it is above a limit up to which one person records alone.';

interface WaitsHintProps {
  kind: 'receipt' | 'payout' | 'reversal' | 'refund' | 'adjustment';
  /** The client of the money; null: it is of none, or the client is not chosen yet. */
  clientId: number | null;
  /** The amount that is about to be recorded; NaN until it is known. */
  amount: number;
}

/** Says before it is sent that this waits for another person, and which sum of the day is above which limit. */
export function WaitsHint({ kind, clientId, amount }: WaitsHintProps) {
  const limits = useQuery(getApprovalLimitsOptions()).data?.data;
  const today = useQuery(listCountedTodayOptions()).data?.data;
  const isAlone = useDecidesAlone(kind);
  if (limits === undefined || today === undefined || !(Math.abs(amount) > 0)) return null;
  const ofKind = today.filter((sum) => sum.kind === kind);
  const ofClient = ofKind.filter((sum) => sum.client_id === clientId);
  const [limit, perDay] = [limits[kind], limits[`${kind}_per_day`] ?? 0];
  const above = [
    { sums: ofClient, limit, of: clientId === null ? '' : ' for one client' },
    { sums: ofKind, limit: perDay, of: ' in all' },
  ].find((each) => recordedWith(amount, each.sums) > each.limit);
  return (
    <div role="status">
      {above !== undefined && (
        <Notice tone="waiting" title={`This waits until ${approversOf(kind)} approves it.`}>
          <p>
            {above.sums.length > 0 &&
              `With the ${formatMoney(recordedWith(0, above.sums))} that you recorded today, it is ${formatMoney(recordedWith(amount, above.sums))}. `}
            {above.limit === 0
              ? 'No one records this alone.'
              : `One person records at most ${formatMoney(above.limit)} a day${above.of} alone.`}
            {kind === 'receipt' && ' What a bank statement proves does not wait.'}
            {isAlone && (
              <>
                {' '}
                <NoOneElse />
              </>
            )}
          </p>
        </Notice>
      )}
    </div>
  );
}

function recordedWith(amount: number, sums: readonly CountedSumDto[]): number {
  return sumOf([Math.abs(amount), ...sums.map((sum) => sum.amount)]);
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

/** Renders what waits, for whom, and where it is decided. */
export function WaitingText({ approval }: { approval: ProposedApprovalDto }) {
  const { kind, amount, takes_effect_at: at } = approval;
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
      {at !== undefined && (
        <p>
          {`No one else could approve it, so it takes effect ${formatMoment(at)}, unless an owner rejects it. The person got a mail. To end access at once, sign the person out.`}
        </p>
      )}
      {!isSetting && <p>{WHY_IT_WAITS}</p>}
      {kind === 'payout' && <p>Make the transfer at your bank only once it is approved.</p>}
    </div>
  );
}
