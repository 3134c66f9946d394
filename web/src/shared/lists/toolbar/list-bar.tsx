import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SaveViewDto } from '../../../api/generated/dashboard-types';
import { Icon } from '../../icon';
import { FilterField } from '../filter-field';
import { SavedViews, SaveView } from './saved-views';
import { FilterPanel } from './filter-panel';
import classes from './list-bar.module.css';

/** A filter that is set, in words. */
export interface Chip {
  parameter: string;
  label: string;
  /** Value of the parameter without the filter. */
  reset?: string;
}

/** The search of a list; by one field if it has a name. */
interface SearchField {
  placeholder: string;
  value: string | undefined;
  label?: string;
  parameter?: string;
}

interface ListBarProps {
  /** The list whose views are saved; undefined: it has none. */
  list?: SaveViewDto['list'] | undefined;
  /** Current filters as in the page's address, without the cursor. */
  filter?: Record<string, string | undefined>;
  /** undefined: the list cannot be searched. */
  search?: SearchField;
  fields?: ReactNode;
  /** The filters that are set, but the search. */
  chips?: readonly Chip[];
  /** Further tools, such as the choice of columns. */
  children?: ReactNode;
}

/** Renders the search, filters and tools of a list in one line. Below it are the filters that are set and the saved views. */
export function ListBar(props: ListBarProps) {
  const { list, filter = {}, search, fields, chips = [], children } = props;
  return (
    <div className={`${classes.bar} no-print`}>
      {search !== undefined && <FilterField label="Search" isBare parameter="q" {...search} />}
      {fields !== undefined && <FilterPanel count={chips.length}>{fields}</FilterPanel>}
      <div className={classes.tools}>
        {list !== undefined && <SaveView list={list} filter={filter} />}
        {children}
      </div>
      <div className={classes.chips}>
        <FilterChips chips={chips} />
        {list !== undefined && <SavedViews list={list} filter={filter} />}
      </div>
    </div>
  );
}

function FilterChips({ chips }: { chips: readonly Chip[] }) {
  const without = (removed: readonly Chip[]) => (search: object) => ({
    ...search,
    ...Object.fromEntries(removed.map(({ parameter, reset }) => [parameter, reset])),
    cursor: undefined,
  });
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className={classes.filters}>
      {chips.map((chip) => (
        <li key={chip.parameter}>
          <Link
            to="."
            search={without([chip])}
            className={classes.chip}
            activeProps={{}}
            aria-label={`Remove filter ${chip.label}`}
          >
            {chip.label}
            <Icon name="close" size={12} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to="." search={without(chips)} className={classes.clear} activeProps={{}}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
