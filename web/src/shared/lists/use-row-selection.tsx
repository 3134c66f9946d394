import { useState, type ReactNode } from 'react';
import type { RowSelection } from './data-table';
import { SelectAll } from './select-all';

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isSelectable?: (row: Row) => boolean;
  /** "Select order WO-…" */
  label: (row: Row) => string;
  /** "Select all orders on this page" */
  allLabel: string;
  /** What the list is filtered by: another filter begins with nothing selected. */
  filter: string;
  isLocked: boolean;
}

interface ChosenRows<Row> {
  chosen: readonly Row[];
  /** True if every row of the page that can be selected is. */
  isPageChosen: boolean;
  choose: (rows: readonly Row[]) => void;
  /** The checkboxes of the table; the bar replaces the header while rows are selected. */
  selectionWith: (bulkBar: ReactNode) => RowSelection<Row>;
}

/** Returns the rows of a list that a person selected, also beyond the page that is shown. */
export function useRowSelection<Row>(options: Options<Row>): ChosenRows<Row> {
  const { rows, keyOf, isSelectable = () => true, label, allLabel, filter, isLocked } = options;
  const [selected, setSelected] = useState<{ filter: string; rows: ReadonlyMap<string, Row> }>({
    filter,
    rows: new Map(),
  });
  const chosen: ReadonlyMap<string, Row> = selected.filter === filter ? selected.rows : new Map();
  const choose = (wanted: readonly Row[]): void =>
    setSelected({ filter, rows: new Map(wanted.map((row) => [keyOf(row), row])) });
  const selectable = rows.filter(isSelectable);
  const selectedCount = selectable.filter((row) => chosen.has(keyOf(row))).length;
  const toggle = (row: Row): void => {
    const next = new Map(chosen);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setSelected({ filter, rows: next });
  };
  return {
    chosen: [...chosen.values()],
    isPageChosen: selectable.length > 0 && selectedCount === selectable.length,
    choose,
    selectionWith: (bulkBar) => ({
      isSelected: (row) => chosen.has(keyOf(row)),
      isSelectable: (row) => isSelectable(row) && !isLocked,
      toggle,
      label,
      all: (
        <SelectAll
          count={selectable.length}
          selectedCount={selectedCount}
          label={allLabel}
          onChange={(isAll) => choose(isAll ? selectable : [])}
        />
      ),
      bulkBar: chosen.size === 0 ? null : bulkBar,
    }),
  };
}
