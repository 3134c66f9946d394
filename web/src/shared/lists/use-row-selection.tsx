import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RowSelection } from './data-table';
import { SelectAll } from './select-all';

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isSelectable?: (row: Row) => boolean;
  /** Says why a row cannot be selected; shown on its checkbox. */
  hint?: (row: Row) => string | undefined;
  /** Label of a row's checkbox: "Select order WO-…". */
  label: (row: Row) => string;
  /** Label of the header's checkbox: "Select all orders on this page". */
  allLabel: string;
  /** Filters of the list. Other filters start with an empty selection. */
  filter: string;
  isLocked: boolean;
  /** Loads all rows that match the filters; undefined: the page shows them all. */
  loadMatching?: () => Promise<readonly Row[]>;
}

/** The rows that match the filters, those of other pages included. */
export interface Matching {
  /** undefined while they load. */
  count: number | undefined;
  error: unknown;
  select: () => void;
}

interface ChosenRows<Row> {
  chosen: readonly Row[];
  /** null unless the page is selected as a whole, and others match. */
  matching: Matching | null;
  /** True if all rows that match are selected. */
  isAll: boolean;
  choose: (rows: readonly Row[]) => void;
  /** Checkboxes of the table. The bar replaces the header while rows are selected. */
  selectionWith: (bulkBar: ReactNode) => RowSelection<Row>;
}

/** Keeps the selected rows of a list, also those of other pages. */
export function useRowSelection<Row>(options: Options<Row>): ChosenRows<Row> {
  const { rows, keyOf, isSelectable = () => true, label, allLabel, filter, isLocked } = options;
  const { loadMatching } = options;
  const [selected, setSelected] = useState<{ filter: string; rows: ReadonlyMap<string, Row> }>({
    filter,
    rows: new Map(),
  });
  const chosen: ReadonlyMap<string, Row> = selected.filter === filter ? selected.rows : new Map();
  const choose = (wanted: readonly Row[]): void =>
    setSelected({ filter, rows: new Map(wanted.map((row) => [keyOf(row), row])) });
  const selectable = rows.filter(isSelectable);
  const selectedCount = selectable.filter((row) => chosen.has(keyOf(row))).length;
  const isPageChosen = selectable.length > 0 && selectedCount === selectable.length;
  // Loaded before anyone asks for them, so that the button can say how many they are.
  const all = useQuery({
    queryKey: ['matching', allLabel, filter],
    queryFn: async () => loadMatching?.() ?? [],
    enabled: loadMatching !== undefined && isPageChosen && !isLocked,
  });
  const isMore = loadMatching !== undefined && isPageChosen && chosen.size === selectable.length;
  const toggle = (row: Row): void => {
    const next = new Map(chosen);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setSelected({ filter, rows: next });
  };
  return {
    chosen: [...chosen.values()],
    matching: isMore
      ? { count: all.data?.length, error: all.error, select: () => choose(all.data ?? []) }
      : null,
    isAll: isPageChosen && chosen.size === (loadMatching ? all.data?.length : selectable.length),
    choose,
    selectionWith: (bulkBar) => ({
      isSelected: (row) => chosen.has(keyOf(row)),
      isSelectable: (row) => isSelectable(row) && !isLocked,
      toggle,
      label,
      hint: options.hint,
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
