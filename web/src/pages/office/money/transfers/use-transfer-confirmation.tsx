import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type {
  ConfirmationDto,
  ConfirmTransfersDto,
  TransferDto,
} from '../../../../api/generated/admin-types';
import { confirmTransfersMutation } from '../../../../api/generated/admin';
import type { RowSelection } from '../../../../shared/lists/data-table';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { formatMoney, plural, sumOf } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { sameAs } from '../similar-money';
import { useRowSelection } from '../../../../shared/lists/use-row-selection';

const PROBLEMS: Record<string, string> = {
  rejected: 'was already rejected',
  utr_taken: 'has a UTR that another receipt already uses',
  not_found: 'no longer exists',
  receipt_similar: 'may be money that was recorded with another number',
  waiting: 'waits for another person, under “Approvals”: it is above the limit',
};

interface TransferConfirmation {
  selection: RowSelection<TransferDto>;
  /** Returns the button that confirms a transfer alone. */
  buttonOf: (transfer: TransferDto) => ReactNode;
  /** Outcomes of the latest confirmation. */
  outcome: ReactNode;
}

/** Confirms a transfer, or in one call those that are selected on a page. */
export function useTransferConfirmation(
  rows: readonly TransferDto[],
  cursor: string | undefined,
): TransferConfirmation {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    ...confirmTransfersMutation(),
    onSuccess: async () => {
      choose([]);
      await queryClient.invalidateQueries();
    },
  });
  const { chosen, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ id }) => String(id),
    isSelectable: ({ status, approval_id: approval }) => status === 'claimed' && approval === null,
    hint: ({ approval_id: approval }) =>
      approval === null ? undefined : 'It waits for another person.',
    label: ({ utr }) => `Select transfer ${utr}`,
    allLabel: 'Select all transfers on this page',
    filter: cursor ?? '',
    isLocked: confirm.isPending,
  });
  // The present rows, because another person may have confirmed some of them.
  const selected = rows.filter(({ id }) => chosen.some((transfer) => transfer.id === id));
  const sum = formatMoney(sumOf(selected.map(({ amount }) => amount)));
  return {
    buttonOf: ({ id, utr, amount, orders }) => (
      <ConfirmButton
        variant="filled"
        label="Confirm"
        aria-label={`Confirm ${utr}`}
        title={`Confirm transfer ${utr}?`}
        action="Confirm transfer"
        busy="Confirming…"
        send={() => confirm.mutateAsync({ body: { ids: [id] } })}
      >
        <p>
          {`Your bank account has the ${formatMoney(amount)}. The client’s wallet gets it${orders.length === 0 ? '' : `, and it pays ${plural(orders.length, 'order')}`}.`}
        </p>
      </ConfirmButton>
    ),
    selection: selectionWith(
      <Button
        size="sm"
        disabled={confirm.isPending}
        onClick={() => confirm.mutate({ body: { ids: selected.map(({ id }) => id) } })}
      >
        {confirm.isPending
          ? 'Confirming…'
          : `Confirm ${plural(selected.length, 'transfer')} ${sum}`}
      </Button>,
    ),
    outcome: (
      <>
        <FormProblem error={confirm.error} title="The transfers were not confirmed." />
        <div role="status">
          {confirm.data !== undefined && (
            <Confirmed outcomes={confirm.data.data} onAnswer={(body) => confirm.mutate({ body })} />
          )}
        </div>
      </>
    ),
  };
}

interface ConfirmedProps {
  outcomes: readonly ConfirmationDto[];
  /** Confirms a transfer once the person has said whether it is similar money. */
  onAnswer: (body: ConfirmTransfersDto) => void;
}

function Confirmed({ outcomes, onAnswer }: ConfirmedProps) {
  const others = outcomes.filter(({ outcome }) => outcome !== 'confirmed');
  const count = outcomes.length - others.length;
  return (
    <Notice
      tone={others.length === 0 ? 'ok' : 'waiting'}
      title={`Confirmed ${plural(count, 'transfer')}.`}
    >
      {others.map(({ id, outcome, similar }) => (
        <div key={id}>
          <p>{`Transfer ${id} ${PROBLEMS[outcome] ?? outcome}.`}</p>
          {similar.length > 0 && (
            <div className="actions">
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onAnswer({ ids: [id], other_money: true })}
              >
                This is other money
              </Button>
              {similar.map((one) => (
                <Button
                  key={`${one.kind} ${one.id}`}
                  variant="default"
                  size="compact-sm"
                  onClick={() => onAnswer({ ids: [id], same_as: { kind: one.kind, id: one.id } })}
                >
                  {sameAs(one)}
                </Button>
              ))}
            </div>
          )}
        </div>
      ))}
    </Notice>
  );
}
