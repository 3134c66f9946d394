import { useState, type ReactNode } from 'react';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import type { SessionDto } from '../../../../api/generated/dashboard-types';
import { approveProposalMutation } from '../../../../api/generated/admin';
import { useSession } from '../../../../frame/session';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { formatMoney, plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import type { RowSelection } from '../../../../shared/lists/data-table';
import { problemWith } from '../../../../shared/lists/use-bulk';
import { useRowSelection } from '../../../../shared/lists/use-row-selection';
import { amountText, effectOf, KIND_NAMES, signedAmount, sumsOf } from './approval-effect';
import { isOwnProposal, mayDecide } from './decide-approval';
import { ClientMoney } from './weighed';

interface ApproveSeveral {
  selection: RowSelection<ApprovalDto>;
  /** What became of the entries that were approved last. */
  outcome: ReactNode;
}

/** Approves the selected entries one after the other. Those that are refused stay selected. */
export function useApproveSeveral(
  rows: readonly ApprovalDto[],
  cursor: string | undefined,
): ApproveSeveral {
  const session = useSession();
  // Entries leave the list while they are approved; the dialog keeps them.
  const [sent, setSent] = useState<readonly ApprovalDto[] | null>(null);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { chosen, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ id }) => String(id),
    isSelectable: (approval) => whyNotSelected(approval, session) === undefined,
    hint: (approval) => whyNotSelected(approval, session),
    label: (approval) => `Select ${nameOf(approval)}`,
    allLabel: 'Select all on this page that you may approve',
    filter: cursor ?? '',
    isLocked: sent !== null,
  });
  // The present rows, because another person may have decided about some of them.
  const selected = sent ?? rows.filter(({ id }) => chosen.some((one) => one.id === id));
  const approve = async (): Promise<void> => {
    const refused = new Map<ApprovalDto, string>();
    setSent(selected);
    try {
      for (const [index, approval] of selected.entries()) {
        setDone(index);
        const problem = await problemWith(() =>
          approveProposalMutation().mutationFn({ path: { id: approval.id }, body: {} }),
        );
        if (problem !== null) refused.set(approval, problem);
      }
      setOutcome({ count: selected.length, refused });
      choose([...refused.keys()]);
    } finally {
      setSent(null);
    }
  };
  const name = `Approve ${plural(selected.length, 'entry', 'entries')}`;
  return {
    selection: selectionWith(
      selected.length === 0 ? null : (
        <ConfirmButton
          label={`${name}…`}
          title={`${name}?`}
          action={name}
          busy={`Approving ${done + 1} of ${selected.length}…`}
          variant="filled"
          size="sm"
          send={approve}
        >
          <Effects approvals={selected} />
        </ConfirmButton>
      ),
    ),
    outcome: <div role="status">{outcome !== null && <Approved {...outcome} />}</div>,
  };
}

/** Says why an entry cannot be selected; undefined: it can. */
function whyNotSelected(approval: ApprovalDto, session: SessionDto): string | undefined {
  if (isOwnProposal(approval, session)) return 'You proposed it: another person approves it.';
  if (!mayDecide(approval, session)) return 'You may not approve it.';
  return approval.amount == null ? 'It is approved alone: it has no amount.' : undefined;
}

function nameOf({ kind, reference, id }: ApprovalDto): string {
  return `${KIND_NAMES[kind].toLowerCase()} ${reference ?? id}`;
}

/** Renders what the approval of each entry does, and the money of all of them. */
function Effects({ approvals }: { approvals: readonly ApprovalDto[] }) {
  const { moneyIn, moneyOut } = sumsOf(approvals);
  return (
    <>
      <ul>
        {approvals.map((approval) => (
          <li key={approval.id}>
            {`Money ${(signedAmount(approval) ?? 0) < 0 ? 'out' : 'in'}: ${effectOf(approval)}`}
            <div className="soft small">
              {[approval.reference, approval.note].filter((text) => text !== null).join(' · ')}
            </div>
            <div className="small">
              <ClientMoney approval={approval} />
            </div>
          </li>
        ))}
      </ul>
      <p>
        <strong className="number">{formatMoney(moneyIn)}</strong> in,{' '}
        <strong className="number">{formatMoney(moneyOut)}</strong> out
      </p>
    </>
  );
}

interface Outcome {
  count: number;
  /** Why each of them was refused. */
  refused: ReadonlyMap<ApprovalDto, string>;
}

function Approved({ count, refused }: Outcome) {
  const all = plural(count, 'entry', 'entries');
  const isWhole = refused.size === 0;
  return (
    <Notice
      tone={isWhole ? 'ok' : 'bad'}
      title={`Approved ${isWhole ? all : `${count - refused.size} of ${all}`}.`}
    >
      {[...refused].map(([approval, problem]) => (
        <p key={approval.id}>
          {`${KIND_NAMES[approval.kind]} ${approval.reference ?? ''} of ${amountText(approval)}: ${problem}`}
        </p>
      ))}
    </Notice>
  );
}
