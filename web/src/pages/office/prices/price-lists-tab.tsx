import { Link } from '@tanstack/react-router';
import type { PriceListDto } from '../../../api/generated/admin-types';
import { listPriceListsOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { Person } from '../people/person';
import { PlanFilter } from '../plan-filter';
import { usePlanOptions } from '../plans';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { choiceChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';
import { StartTime } from '../../../shared/start-time';
import { Tabs } from '../../../shared/layout/tabs';
import { PriceListState } from './price-list-state';
import { useCursor } from '../../../shared/lists/pager';

const STATES = [
  { value: undefined, label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'applied', label: 'Applied' },
  { value: 'withdrawn', label: 'Taken back' },
] as const;

const COLUMNS: readonly Column<PriceListDto>[] = [
  column.cell('Price list', ({ id, name }) => (
    <Link to="/office/prices/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )),
  column.cell('State', ({ state }) => <PriceListState state={state} />),
  column.text('Plan', 'plan'),
  column.cell('Starts', ({ effective_from: at }) => (at === null ? '–' : <StartTime at={at} />)),
  column.number('Prices', 'prices'),
  column.number('Rise', 'rises'),
  column.number('Fall', 'falls'),
  column.wide('Made by', ({ made_by }) => <Person actor={made_by} />),
];

interface PriceListsTabProps {
  state: PriceListDto['state'] | undefined;
  plan: string | undefined;
}

/** Renders the price lists, newest first. */
export function PriceListsTab({ state, plan }: PriceListsTabProps) {
  const query = usePages(listPriceListsOptions({ query: { state, plan, cursor: useCursor() } }));
  return (
    <>
      <Tabs label="State" tabs={STATES} parameter="state" current={state} />
      <ListBar
        list="office-price-lists"
        filter={{ state, plan }}
        fields={<PlanFilter value={plan} />}
        chips={choiceChips([['plan', 'Plan', plan, usePlanOptions()]])}
      />
      <PagedList
        query={query}
        what="Price lists"
        columns={COLUMNS}
        empty="No price lists here. A price list changes many prices of a plan at one time: by a percentage, or from a file. You see every price before it starts."
      />
    </>
  );
}
