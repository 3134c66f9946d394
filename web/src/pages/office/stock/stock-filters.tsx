import { useNavigate } from '@tanstack/react-router';
import { CheckField } from '../../../shared/forms/check-field';
import { FilterField } from '../../../shared/lists/filter-field';
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

/** Renders the filters of stock, which are part of the address. */
export function StockFilters({ state, below, sold, q }: StockFilter) {
  const navigate = useNavigate();
  return (
    <>
      <FilterField label="Search" placeholder="SKU or name" parameter="q" value={q} />
      <Tabs label="Stock" tabs={TABS} parameter="state" current={state} />
      {state === 'low' && (
        <FilterField
          label="Low is less than"
          placeholder={LOW_DEFAULT}
          parameter="below"
          value={below ?? LOW_DEFAULT}
        />
      )}
      <CheckField
        label="Only shipped in the last 7 days"
        checked={sold === 'true'}
        onChange={(event) => {
          const isSold = event.currentTarget.checked;
          void navigate({
            to: '.',
            search: (search: object) => ({
              ...search,
              sold: isSold ? ('true' as const) : undefined,
              cursor: undefined,
            }),
          });
        }}
      />
    </>
  );
}

/** Returns the filters as the service accepts them. */
export function stockQuery({ state, below, sold, q }: StockFilter) {
  return { state, sold, q, below: state === 'low' ? Number(below ?? LOW_DEFAULT) : undefined };
}

/** Returns the filters for the address of a file. */
export function stockFileFilter(filter: StockFilter): Record<string, string | undefined> {
  const { below, ...rest } = stockQuery(filter);
  return { ...rest, below: below === undefined ? undefined : String(below) };
}
