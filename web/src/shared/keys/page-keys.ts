import { useEffect } from 'react';

/** A key, and what it does. */
export type PageKey = readonly [key: string, effect: string];

/** The keys that work on the page now. */
const working = new Set<readonly PageKey[]>();

/**
 * Lists keys among those of the page, for as long as they work.
 *
 * @param keys the same list at each rendering; null: they do not work
 */
export function usePageKeys(keys: readonly PageKey[] | null): void {
  useEffect(() => {
    if (keys === null) return undefined;
    working.add(keys);
    return () => {
      working.delete(keys);
    };
  }, [keys]);
}

export function pageKeys(): PageKey[] {
  return [...working].flat();
}

/** Returns true if a key is typed into a field, is a shortcut of the browser, or belongs to an open dialog or menu. */
export function isForOthers(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));
  return isTyped || isTaken(event);
}

/** Returns true if a key is a shortcut of the browser, or belongs to an open dialog or menu. */
export function isTaken(event: KeyboardEvent): boolean {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return isShortcut || document.querySelector('[role=dialog], [role=menu]') !== null;
}
