import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AgeingDto, ClientAgeingDto } from '../../../api/generated/admin-types';
import { getAgeingOptions, listAgeingOfClientsOptions } from '../../../api/generated/admin';
import { FactList } from '../../../shared/fact-list';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { column, type Column } from '../../../shared/lists/columns';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { Money } from '../../../shared/money';
import { useCursor } from '../../../shared/lists/pager';

const AMOUNTS: [label: string, amountOf: (row: AgeingDto) => number][] = [
  ['0–30 days', (row) => row.days_0_30],
  ['31–60 days', (row) => row.days_31_60],
  ['61–90 days', (row) => row.days_61_90],
  ['Over 90 days', (row) => row.days_over_90],
  ['On account', (row) => row.credit_used],
  ['Overdue', (row) => row.overdue],
  ['Debt', (row) => row.debt],
];

const COLUMNS: Column<ClientAgeingDto>[] = [
  column.cell('Client', ({ client_id, name }) => (
    <Link
      to="/office/clients/$id"
      params={{ id: String(client_id) }}
      search={{ tab: 'subscription' }}
    >
      {name}
    </Link>
  )),
  column.money('Limit', (row) => row.credit_limit),
  ...AMOUNTS.map(([header, amountOf]) => ({
    header,
    isNumber: true,
    cell: (row: ClientAgeingDto) => <Money amount={amountOf(row)} />,
  })),
];

/** Renders what clients owe for orders bought on account, by the days since the purchase. */
export function AgeingTab() {
  const totals = useQuery(getAgeingOptions());
  const clients = usePages(listAgeingOfClientsOptions({ query: { cursor: useCursor() } }));
  const sums = totals.data?.data;
  return (
    <div className="sections">
      <SectionCard title="All clients">
        <Loaded query={totals} what="The ageing" rows={7} />
        {sums !== undefined && (
          <FactList
            facts={AMOUNTS.map(([label, amountOf]) => [
              label,
              <Money key={label} amount={amountOf(sums)} />,
            ])}
          />
        )}
      </SectionCard>
      <SectionCard title="By client">
        <PagedList
          query={clients}
          what="What clients owe"
          columns={COLUMNS}
          rowKey={({ client_id }) => client_id}
          empty="No client owes anything."
        />
      </SectionCard>
    </div>
  );
}
