import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

const STEPS: Partial<Record<string, number>> = { j: 1, k: -1 };

/**
 * Moves through the rows of a table by keys. `j` and `k` focus the link of the next and the previous row, Enter opens it, and `x`
 * selects the row.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, isOn: boolean): void {
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

/** Returns true if a key is typed into a field, is a shortcut of the browser, or belongs to an open dialog or menu. */
export function isForOthers(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return isTyped || isShortcut || document.querySelector('[role=dialog], [role=menu]') !== null;
}
