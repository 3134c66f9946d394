import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdjustmentDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  approveAdjustmentMutation,
  listAdjustmentsOptions,
  rejectAdjustmentMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay, useSession } from '../../../frame/session';
import { ConfirmDialog } from '../../../shared/forms/confirm-dialog';
import type { Column } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterBar, FilterSelect } from '../../../shared/lists/filter-bar';
import { formatMoney } from '../../../shared/format';
import { ListView } from '../../../shared/lists/list-view';
import { Money } from '../../../shared/money';
import { Pager } from '../../../shared/lists/pager';
import { PasswordGate } from '../../../shared/forms/password-gate';
import actions from '../../../shared/lists/row-actions.module.css';
import { Status, type Tone } from '../../../shared/status';
import { RelativeTime } from '../../../shared/time';
import { useMoneyMutation } from '../../../shared/forms/use-money-mutation';
import { ClientLinkById } from '../client/client-link-by-id';

const route = getRouteApi('/signed-in/office/money');

const STATUSES: Record<AdjustmentDto['status'], { tone: Tone; label: string }> = {
  proposed: { tone: 'waiting', label: 'Proposed' },
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'calm', label: 'Rejected' },
};

/** Columns of corrections in every list of them. */
export const ADJUSTMENT_COLUMNS: readonly Column<AdjustmentDto>[] = [
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'Client', cell: ({ client_id }) => <ClientLinkById id={client_id} /> },
  {
    header: 'State',
    cell: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
  },
  {
    header: 'Proposed',
    isWide: true,
    cell: ({ proposed_at, proposed_by }) => (
      <>
        <RelativeTime at={proposed_at} /> <span className="soft small">by {proposed_by}</span>
      </>
    ),
  },
  { header: 'Decided by', isWide: true, cell: ({ decided_by }) => decided_by ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} strong /> },
];

const DECISION: Column<AdjustmentDto> = {
  header: 'Decision',
  isWide: true,
  cell: (adjustment) =>
    adjustment.status === 'proposed' ? <Decide adjustment={adjustment} /> : '–',
};

/** Renders corrections of wallets. One person proposes them on a client's page, another one decides here. */
export function AdjustmentsTab() {
  const { cursor, status } = route.useSearch();
  const query = useQuery({
    ...listAdjustmentsOptions({
      query: { cursor, ...(status === undefined && { status: 'proposed' }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Show"
          parameter="status"
          value={status}
          options={[
            { value: '', label: 'To decide' },
            { value: 'all', label: 'All corrections' },
          ]}
        />
      </FilterBar>
      <ListView
        query={query}
        what="Corrections of wallets"
        columns={useMay('money:write') ? [...ADJUSTMENT_COLUMNS, DECISION] : ADJUSTMENT_COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState>
            No correction waits. Propose one on a client’s page, tab “Wallet”; another person
            decides here.
          </EmptyState>
        }
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}

function Decide({ adjustment }: { adjustment: AdjustmentDto }) {
  const { user } = useSession();
  // The service checks this too; hiding the button avoids the refusal.
  if (adjustment.proposed_by.startsWith(`user ${user.id} `)) {
    return <span className="soft small">Another person decides</span>;
  }
  return (
    <span className={actions.actions}>
      <Decision adjustment={adjustment} verdict="approve" />
      <Decision adjustment={adjustment} verdict="reject" />
    </span>
  );
}

const VERDICTS = {
  approve: { name: 'Approve', busy: 'Approving…', mutation: approveAdjustmentMutation },
  reject: { name: 'Reject', busy: 'Rejecting…', mutation: rejectAdjustmentMutation },
};

interface DecisionProps {
  adjustment: AdjustmentDto;
  verdict: keyof typeof VERDICTS;
}

function Decision({ adjustment, verdict }: DecisionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const { name, busy, mutation } = VERDICTS[verdict];
  const decide = useMoneyMutation(
    {
      ...mutation(),
      onSuccess: async () => {
        setIsOpen(false);
        await queryClient.invalidateQueries();
      },
    },
    isOpen,
  );
  const { id, client_id: client, amount, reason } = adjustment;
  const change = formatMoney(amount);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${name} ${change} of client ${client}`}
        onClick={() => setIsOpen(true)}
      >
        {name}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={`${name} the correction of ${change}?`}
        action={`${name} correction`}
        busy={busy}
        isBusy={decide.isPending}
        error={decide.error}
        onConfirm={() => decide.mutate({ path: { id } })}
      >
        <p>
          {`“${reason}”. `}
          {verdict === 'approve'
            ? `The wallet of client ${client} changes by ${change} immediately.`
            : 'The wallet does not change.'}
        </p>
      </ConfirmDialog>
      <PasswordGate mutation={decide} />
    </>
  );
}
