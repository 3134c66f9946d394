import { getRouteApi, Link } from '@tanstack/react-router';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { listApprovalsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { column, type Column } from '../../../../shared/lists/columns';
import { formatMoney, plural, sumOf } from '../../../../shared/format';
import { FilterBar, FilterSelect } from '../../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ClientLink } from '../../client/client-link';
import { Person } from '../../people/person';
import { KIND_NAMES } from './approval-effect';
import { Asked } from './asked';
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
      <RelativeTime at={proposed_at} />
      <div className="soft small">
        <Person actor={proposed_by} />
      </div>
    </>
  )),
  column.total('Amount', 'amount'),
];

const ASKED: Column<ApprovalDto> = column.wide('Asked', (approval) => (
  <Asked approval={approval} />
));
const DECIDED: Column<ApprovalDto> = column.wide('Decided by', ({ decided_by }) => (
  <Person actor={decided_by} />
));
const DECISION: Column<ApprovalDto> = column.wide('Decision', (approval) =>
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
  const shown = [...COLUMNS, status === 'all' ? DECIDED : ASKED];
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
      {status === undefined && query.data !== undefined && <Total page={query.data} />}
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

interface TotalProps {
  page: { data: readonly ApprovalDto[]; next_cursor: string | null };
}

/** Renders how many wait, and the money of all of them, in and out. */
function Total({ page: { data, next_cursor: next } }: TotalProps) {
  if (data.length === 0) return null;
  const sum = sumOf(data.map(({ amount }) => Math.abs(amount ?? 0)));
  return (
    <p role="status">
      {plural(data.length, 'decision waits', 'decisions wait')}
      {next === null ? ': ' : ' on this page: '}
      <strong className="number">{formatMoney(sum)}</strong> in all
    </p>
  );
}
