import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { isForOthers, usePageKeys, type PageKey } from '../keys/page-keys';

const STEPS: Partial<Record<string, number>> = { j: 1, k: -1 };

const ROW_KEYS: readonly PageKey[] = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
];
const SELECT_KEY: readonly PageKey[] = [['x', 'Select the row']];

/**
 * Moves through the rows of a table by keys. `j` and `k` focus the link of the next and the previous row, Enter opens it, and `x`
 * selects the row.
 */
export function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  isOn: boolean,
  hasSelection: boolean,
): void {
  usePageKeys(isOn ? ROW_KEYS : null);
  usePageKeys(isOn && hasSelection ? SELECT_KEY : null);
  useWindowEvent('keydown', (event) => {
    if (!isOn || table.current === null || isForOthers(event)) return;
    const rows = [...table.current.querySelectorAll<HTMLElement>('tbody tr')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const step = STEPS[event.key];
    if (step !== undefined) {
      // Without a row in focus, `j` begins at the first one.
      const next = rows[at === -1 ? 0 : at + step];
      next?.querySelector<HTMLElement>('td a')?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'x') {
      rows[at]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    }
  });
}
