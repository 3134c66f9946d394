import type { ReactNode } from 'react';
import { FilterSelect } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { choiceChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar, type Chip } from '../../../shared/lists/toolbar/list-bar';
import { Tabs } from '../../../shared/layout/tabs';

/** Filters of stock in the page's address. */
export interface StockFilter {
  state?: 'out' | 'low' | 'reserved';
  below?: string;
  sold?: 'true';
  q?: string;
}

export const LOW_DEFAULT = '10';

const TABS = [
  { value: undefined, label: 'All' },
  { value: 'out', label: 'At 0' },
  { value: 'low', label: 'Low' },
  { value: 'reserved', label: 'Reserved' },
] as const;

const SHIPPED = [
  { value: '', label: 'At any time, or never' },
  { value: 'true', label: 'In the last 7 days' },
];

interface StockBarProps {
  filter: StockFilter;
  /** The list whose views are saved; undefined: it has none. */
  list?: 'office-stock';
  /** Further tools, such as the download of a file. */
  children?: ReactNode;
}

/** Renders the tabs, the search and the filters of stock, which are part of the address. */
export function StockBar({ filter, list, children }: StockBarProps) {
  return (
    <>
      <Tabs label="Stock" tabs={TABS} parameter="state" current={filter.state} />
      <ListBar
        list={list}
        filter={{ ...filter }}
        search={{ placeholder: 'SKU, name or code', value: filter.q }}
        fields={<Fields {...filter} />}
        chips={stockChips(filter)}
      >
        {children}
      </ListBar>
    </>
  );
}

function Fields({ state, below, sold }: StockFilter) {
  return (
    <>
      {state === 'low' && (
        <FilterField
          label="Low is less than"
          placeholder={LOW_DEFAULT}
          parameter="below"
          value={below ?? LOW_DEFAULT}
        />
      )}
      <FilterSelect label="Shipped" parameter="sold" value={sold} options={SHIPPED} />
    </>
  );
}

/** Describes the filters that are set, in words. */
function stockChips({ state, below, sold }: StockFilter): Chip[] {
  const isLow = state === 'low' && below !== undefined;
  return [
    ...(isLow ? [{ parameter: 'below', label: `Less than ${below}` }] : []),
    ...choiceChips([['sold', 'Shipped', sold, SHIPPED]]),
  ];
}

/** Writes the filters as the service accepts them. */
export function stockQuery({ state, below, sold, q }: StockFilter) {
  return { state, sold, q, below: state === 'low' ? Number(below ?? LOW_DEFAULT) : undefined };
}

/** Makes the filters for the address of a file. */
export function stockFileFilter(filter: StockFilter): Record<string, string | undefined> {
  const { below, ...rest } = stockQuery(filter);
  return { ...rest, below: below === undefined ? undefined : String(below) };
}
