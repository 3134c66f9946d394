import { getRouteApi, Link } from '@tanstack/react-router';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { listApprovalsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { column, type Column } from '../../../../shared/lists/columns';
import { FilterBar, FilterSelect } from '../../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ClientLink } from '../../client/client-link';
import { KIND_NAMES } from './approval-effect';
import { DecideApproval } from './decide-approval';

const route = getRouteApi('/signed-in/office/money');

const STATUSES: Record<ApprovalDto['status'], StatusRow> = {
  waiting: { tone: 'waiting', label: 'Waiting' },
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'calm', label: 'Rejected' },
};

const COLUMNS: readonly Column<ApprovalDto>[] = [
  column.cell('What', ({ kind, reference, note }) => (
    <>
      {KIND_NAMES[kind]} {reference !== null && <span className="mono">{reference}</span>}
      {note !== null && <div className="soft small">{note}</div>}
    </>
  )),
  column.cell('Client', ({ client_id, client_name }) =>
    client_id === null ? '–' : <ClientLink id={client_id} name={client_name ?? ''} />,
  ),
  column.cell('State', ({ status, rejection_reason, approval_reason }) => {
    const reason = rejection_reason ?? approval_reason;
    return (
      <>
        <StatusOf {...STATUSES[status]} />
        {reason !== null && <div className="soft small">{reason}</div>}
      </>
    );
  }),
  column.wide('Proposed', ({ proposed_at, proposed_by }) => (
    <>
      <RelativeTime at={proposed_at} /> <span className="soft small">by {proposed_by}</span>
    </>
  )),
  column.total('Amount', 'amount'),
];

const DECIDED: Column<ApprovalDto> = column.text('Decided by', 'decided_by', { isWide: true });
const DECISION: Column<ApprovalDto> = column.cell('Decision', (approval) =>
  approval.status === 'waiting' ? <DecideApproval approval={approval} /> : '–',
);

/** Renders what waits for a second person, who approves or rejects it here. */
export function ApprovalsTab() {
  const { cursor, status } = route.useSearch();
  const query = usePages(
    listApprovalsOptions({ query: { cursor, ...(status === undefined && { status: 'waiting' }) } }),
  );
  const mayDecideMoney = useMay('money:write');
  const mayDecide = useMay('members:write') || mayDecideMoney;
  const shown = status === 'all' ? [...COLUMNS, DECIDED] : COLUMNS;
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Show"
          parameter="status"
          value={status}
          options={[
            { value: '', label: 'To decide' },
            { value: 'all', label: 'Everything' },
          ]}
        />
      </FilterBar>
      <p className="soft">
        What one person records above the <Link to="/office/settings">limits</Link> waits here for
        another one.
      </p>
      <PagedList
        query={query}
        what="What waits for a second person"
        columns={mayDecide ? [...shown, DECISION] : shown}
        empty="Nothing waits. Money that one person records above the limits waits here for another one."
      />
    </>
  );
}
