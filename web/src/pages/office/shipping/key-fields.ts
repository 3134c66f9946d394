/** Marks the field or button that a key moves the focus to. */
export function keyed(key: string): { 'data-key': string } {
  return { 'data-key': key };
}

/** Moves the focus to what belongs to a key that was pressed. Returns whether there is one. */
export function focusByKey(key: string): boolean {
  const fields = document.querySelectorAll<HTMLElement>('[data-key]');
  // Of two questions, the one about the tracking number is the later one.
  const field = [...fields].findLast(({ dataset }) => dataset.key === key);
  focusWhole(field);
  return field !== undefined;
}

/** Moves the focus to a field or button. The text of a field is selected, so that the next scan takes its place. */
export function focusWhole(target: HTMLElement | null | undefined): void {
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
}

/** Returns true if a key outside of fields is the beginning of a scan, which belongs to one. At a button, its Enter would press it. */
export function beginsScan({ key }: { key: string }): boolean {
  return key.length === 1 && ![' ', '/', '?'].includes(key);
}
