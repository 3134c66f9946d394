import type { KeyboardEvent } from 'react';
import { KeyList } from '../../../../shared/keys/key-list';
import { usePageKeys } from '../../../../shared/keys/page-keys';
import { SectionCard } from '../../../../shared/layout/section-card';

const SHORTCUTS = [
  ['Enter', 'Find the box or the order; then hand it over or ship it'],
  ['F2', 'Change the weight, or quantities'],
  ['F4', 'Change the courier'],
  ['F8', 'Back to the label or the tracking number'],
  ['F9', 'Back to the articles, where they are checked'],
  ['Esc', 'Start over with another order'],
] as const;

/** Marks the field that a key moves the focus to. */
export function keyed(key: string): { 'data-key': string } {
  return { 'data-key': key };
}

/** Moves the focus to the field of a key that was pressed. Returns whether there is one. */
export function focusByKey(event: KeyboardEvent): boolean {
  const fields = event.currentTarget.querySelectorAll<HTMLInputElement>('[data-key]');
  const field = [...fields].find(({ dataset }) => dataset.key === event.key);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Renders the keys of packing. */
export function Shortcuts() {
  usePageKeys(SHORTCUTS);
  return (
    <SectionCard title="Keys">
      <KeyList keys={SHORTCUTS} />
    </SectionCard>
  );
}
