import { KeyList } from '../../../../shared/keys/key-list';
import { usePageKeys } from '../../../../shared/keys/page-keys';
import { SectionCard } from '../../../../shared/layout/section-card';
import classes from './scan-tab.module.css';

const SHORTCUTS = [
  ['Enter', 'Find the box or the order; then hand it over or ship it'],
  ['F2', 'Change the weight, or quantities'],
  ['F4', 'Change the courier'],
  ['F7', 'To the answer of a question, except about another address'],
  ['F8', 'Back to the label or the tracking number'],
  ['F9', 'Back to the articles, where they are checked'],
  ['Esc', 'Start over with another order'],
] as const;

/** Renders the keys of packing, where there is room and a keyboard; `?` shows them everywhere. */
export function Shortcuts() {
  usePageKeys(SHORTCUTS);
  return (
    <div className={classes.keys}>
      <SectionCard title="Keys">
        <KeyList keys={SHORTCUTS} />
      </SectionCard>
    </div>
  );
}
