import { useState, type ReactNode } from 'react';
import type { RowSelection } from './data-table';
import { SelectAll } from './select-all';

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isSelectable?: (row: Row) => boolean;
  /** Label of a row's checkbox: "Select order WO-…". */
  label: (row: Row) => string;
  /** Label of the header's checkbox: "Select all orders on this page". */
  allLabel: string;
  /** Filters of the list. Other filters start with an empty selection. */
  filter: string;
  isLocked: boolean;
}

interface ChosenRows<Row> {
  chosen: readonly Row[];
  /** True if every selectable row of the page is selected. */
  isPageChosen: boolean;
  choose: (rows: readonly Row[]) => void;
  /** Checkboxes of the table. The bar replaces the header while rows are selected. */
  selectionWith: (bulkBar: ReactNode) => RowSelection<Row>;
}

/** Returns the selected rows of a list, also those of other pages. */
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
