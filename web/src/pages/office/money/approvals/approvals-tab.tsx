import { getRouteApi, Link } from '@tanstack/react-router';
import { UNNEEDED } from '../../../../../../src/identity/approvals/unneeded.ts';
import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { listApprovalsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { column, type Column } from '../../../../shared/lists/columns';
import { formatMoney, plural } from '../../../../shared/format';
import { FilterBar, FilterSelect } from '../../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ClientLink } from '../../client/client-link';
import { Person } from '../../people/person';
import { KIND_NAMES, listOf, signedAmount, sumsOf } from './approval-effect';
import { useApproveSeveral } from './approve-several';
import { Asked } from './asked';
import { DecideApproval } from './decide-approval';
import classes from './asked.module.css';

const route = getRouteApi('/signed-in/office/money');

const STATUSES: Record<ApprovalDto['status'] | 'unneeded', StatusRow> = {
  waiting: { tone: 'waiting', label: 'Waiting' },
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'calm', label: 'Rejected' },
  unneeded: { tone: 'calm', label: 'Ended' },
};

const COLUMNS: readonly Column<ApprovalDto>[] = [
  column.cell('What', ({ kind, reference, note, changes }) => (
    <>
      {KIND_NAMES[kind]} {reference !== null && <span className="mono">{reference}</span>}
      {note !== null && <div className="soft small">{note}</div>}
      {changes.length > 0 && <div className="soft small">{listOf(changes)}</div>}
    </>
  )),
  column.cell('Client', ({ client_id, client_name }) =>
    client_id === null ? '–' : <ClientLink id={client_id} name={client_name ?? ''} />,
  ),
  column.cell('State', ({ status, rejection_reason, approval_reason }) => {
    const reason = rejection_reason ?? approval_reason;
    const isUnneeded = rejection_reason?.startsWith(UNNEEDED) === true;
    return (
      <>
        <StatusOf {...STATUSES[isUnneeded ? 'unneeded' : status]} />
        {reason !== null && <div className="soft small">{reason}</div>}
      </>
    );
  }),
  column.wide('Proposed', ({ proposed_at, proposed_by, proposed_by_name: name }) => (
    <>
      <RelativeTime at={proposed_at} />
      <div className="soft small">
        <Person actor={proposed_by} name={name} />
      </div>
    </>
  )),
  column.total('Amount', signedAmount),
];

const ASKED: Column<ApprovalDto> = column.wide('Asked', (approval) => (
  <div className={classes.asked}>
    <Asked approval={approval} />
  </div>
));
const DECIDED: Column<ApprovalDto> = column.wide(
  'Decided by',
  ({ decided_by, decided_by_name: name }) => <Person actor={decided_by} name={name} />,
);
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
  const several = useApproveSeveral(query.data?.data ?? [], cursor);
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
      {several.outcome}
      <PagedList
        query={query}
        what="What waits for a second person"
        selection={mayDecideMoney && status === undefined ? several.selection : undefined}
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
  const { moneyIn, moneyOut } = sumsOf(data);
  return (
    <p role="status">
      {plural(data.length, 'decision waits', 'decisions wait')}
      {next === null ? ': ' : ' on this page: '}
      <strong className="number">{formatMoney(moneyIn)}</strong> in,{' '}
      <strong className="number">{formatMoney(moneyOut)}</strong> out
    </p>
  );
}
